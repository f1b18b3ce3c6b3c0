// expect: unchanged
// says: openmp_replicated.c:14:
// says: each thread would run this
/* Each thread of a parallel block runs what no construct shares among them. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t;
#pragma scop
#pragma omp parallel private(t)
    {
        /* every thread has its own */
        t = 3.0;
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = t * x[i];
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
