#include "program.h"

void laplace(int w, int h, float in[h][w], float out[h][w]);
void react(int w, int h, float u[h][w], float v[h][w], float out[h][w]);
void feed(int w, int h, float u[h][w], float lap[h][w], float uvv[h][w], float out[h][w]);
void decay(int w, int h, float v[h][w], float lap[h][w], float uvv[h][w], float out[h][w]);
void clamp(int w, int h, float in[h][w], float out[h][w]);
