/* A flow on a lattice: density, velocity, what each direction would hold in balance, collisions, streaming. */
#include "stages.h"

static void step(float *f, int w, int h)
{
    int n = w * h;
    float *rho = malloc(n * sizeof(float));
    float *ux = malloc(n * sizeof(float));
    float *uy = malloc(n * sizeof(float));
    float *eq = malloc(WAYS * n * sizeof(float));
    float *after = malloc(WAYS * n * sizeof(float));
    density(f, rho, n);
    velocity(f, rho, ux, uy, n);
    balance(rho, ux, uy, eq, n);
    collide(f, eq, after, n, 0.6f);
    stream(after, f, w, h);
    free(rho);
    free(ux);
    free(uy);
    free(eq);
    free(after);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    float *f = floats((size_t)WAYS * w * h, 1);
    for (int i = 0; i < WAYS * w * h; i++)
        f[i] += 1;
    for (int t = 0; t < steps; t++)
        step(f, w, h);
    show("f", f, sizeof(float) * WAYS * w * h);
    free(f);
    return 0;
}
