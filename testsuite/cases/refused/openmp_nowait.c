// expect: unchanged
// says: openmp_nowait.c:14:
// says: the OpenMP clause `nowait` isn't supported
/* Threads that are done with the first loop start with the second. */
#include "bits.h"

static void compute(int n, const double *x, double *y, double *z)
{
    double t[64];
#pragma scop
#pragma omp parallel
    {
        /* no iteration of the second loop needs what another one of the first left */
#pragma omp for schedule(static) nowait
        for (int i = 0; i < n; i++)
            t[i] = 2.0 * x[i];
#pragma omp for schedule(static)
        for (int i = 0; i < n; i++) {
            y[i] = t[i];
            z[i] = t[i] + 1.0;
        }
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2), *z = data_f64(8, 3);
    compute(8, x, y, z);
    show("y", y, 8, sizeof *y);
    show("z", z, 8, sizeof *z);
    free(x);
    free(y);
    free(z);
    return 0;
}
