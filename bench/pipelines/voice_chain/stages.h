#include "program.h"

void gain(float *samples, int n, float by);
void biquad(const float *in, float *out, int n);
void fir(const float *in, float *out, int n);
void clip(float *samples, int n, float limit);
void echo(const float *in, float *out, int n, int delay, float mix);
