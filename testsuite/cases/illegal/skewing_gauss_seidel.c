// status: 1
/* Gauss-Seidel in one dimension, skewed the wrong way: a cell comes before its right neighbour of the
   previous sweep.
   legal: { S0[t,i] -> [2t + i, i] } */
#include "bits.h"
#include "size.h"

static void sweep(int steps, int n, const double *restrict heat, double *restrict a)
{
#pragma polycc schedule { S0[t,i] -> [i - t, t] }
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[i] = 0.3 * a[i - 1] + 0.1 * a[i] + 0.6 * a[i + 1] + heat[t];
#pragma endscop
}

int main(void)
{
    int steps = size("steps", 4), n = size("n", 7);
    double *heat = data_f64(steps, 40), *a = data_f64(n, 29);
    sweep(steps, n, heat, a);
    show("a", a, n, sizeof *a);
    free(heat);
    free(a);
    return 0;
}
