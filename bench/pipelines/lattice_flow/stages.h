#include "program.h"

#define WAYS 9

/* f[k * n + y * w + x] is what moves in the direction k. */
void density(const float *f, float *rho, int n);
void velocity(const float *f, const float *rho, float *ux, float *uy, int n);
void balance(const float *rho, const float *ux, const float *uy, float *eq, int n);
void collide(const float *f, const float *eq, float *out, int n, float rate);
void stream(const float *in, float *f, int w, int h);
