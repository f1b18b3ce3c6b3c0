/* A chain of bodies on springs: all stages in one function. */
#include "program.h"
#include <math.h>

static void step(int n, double *restrict x, double *restrict y, double *restrict z, double *restrict vx,
                 double *restrict vy, double *restrict vz, double dt)
{
    double *dx = malloc(n * sizeof(double)), *dy = malloc(n * sizeof(double)), *dz = malloc(n * sizeof(double));
    double *fx = malloc(n * sizeof(double)), *fy = malloc(n * sizeof(double)), *fz = malloc(n * sizeof(double));
    double *length = malloc(n * sizeof(double));
    for (int i = 0; i < n - 1; i++) {
        dx[i] = x[i + 1] - x[i];
        dy[i] = y[i + 1] - y[i];
        dz[i] = z[i + 1] - z[i];
    }
    for (int i = 0; i < n - 1; i++)
        length[i] = sqrt(dx[i] * dx[i] + dy[i] * dy[i] + dz[i] * dz[i]) + 1e-6;
    for (int i = 0; i < n - 1; i++) {
        double f = 3.0 * (length[i] - 0.5) / length[i];
        fx[i] = f * dx[i];
        fy[i] = f * dy[i];
        fz[i] = f * dz[i];
    }
    for (int i = 0; i < n; i++) {
        vx[i] += dt * ((i < n - 1 ? fx[i] : 0) - (i > 0 ? fx[i - 1] : 0));
        vy[i] += dt * ((i < n - 1 ? fy[i] : 0) - (i > 0 ? fy[i - 1] : 0));
        vz[i] += dt * ((i < n - 1 ? fz[i] : 0) - (i > 0 ? fz[i - 1] : 0));
    }
    for (int i = 0; i < n; i++) {
        x[i] += dt * vx[i];
        y[i] += dt * vy[i];
        z[i] += dt * vz[i];
    }
    free(dx);
    free(dy);
    free(dz);
    free(fx);
    free(fy);
    free(fz);
    free(length);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), n = size(argc, argv, 2);
    double *x = doubles(n, 1), *y = doubles(n, 2), *z = doubles(n, 3);
    double *vx = doubles(n, 4), *vy = doubles(n, 5), *vz = doubles(n, 6);
    for (int t = 0; t < steps && n > 1; t++)
        step(n, x, y, z, vx, vy, vz, 0.01);
    show("x", x, sizeof(double) * n);
    show("y", y, sizeof(double) * n);
    show("z", z, sizeof(double) * n);
    free(x);
    free(y);
    free(z);
    free(vx);
    free(vy);
    free(vz);
    return 0;
}
