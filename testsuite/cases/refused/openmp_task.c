// expect: unchanged
// says: openmp_task.c:11:
// says: `#pragma omp task` isn't supported
/* Tasks have an order of their own. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
#pragma omp task
        y[i] = 2.0 * x[i];
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
