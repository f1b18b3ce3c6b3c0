// polycc: --at n=20,steps=3
// bytes: 160 -> 160
// expect: kept next
// expect: unchanged
/* A team that meets between the halves of each time step, so that all of `next` is alive there. */
#include "bits.h"

static void relax(int n, int steps, double *restrict u, double *restrict first)
{
    double next[n];
#pragma scop
#pragma omp parallel default(none) shared(n, steps, u, first, next)
    {
        for (int t = 0; t < steps; t++) {
#pragma omp for
            for (int i = 0; i < n; i++)
                next[i] = i > 0 && i < n - 1 ? 0.5 * u[i] + 0.25 * (u[i - 1] + u[i + 1]) : u[i];
#pragma omp for simd
            for (int i = 0; i < n; i++)
                u[i] = next[i];
#pragma omp single
            first[t] = u[0] + u[n - 1];
#pragma omp barrier
        }
    }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n < 7; n++)
        for (int steps = 0; steps < 4; steps++) {
            double *u = data_f64(n, 1), *first = data_f64(steps, 2);
            relax(n, steps, u, first);
            show("u", u, n, sizeof *u);
            show("first", first, steps, sizeof *first);
            free(u);
            free(first);
        }
    return 0;
}
