#include "program.h"

void conductivity(int w, int h, double u[h][w], double k[h][w]);
void flux_x(int w, int h, double u[h][w], double k[h][w], double f[h][w]);
void flux_y(int w, int h, double u[h][w], double k[h][w], double g[h][w]);
void update(int w, int h, double u[h][w], double f[h][w], double g[h][w], double out[h][w]);
void hold_borders(int w, int h, double u[h][w], double out[h][w]);
