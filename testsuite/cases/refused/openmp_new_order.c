// status: 1
// says: openmp_new_order.c:11:
// says: it has OpenMP pragmas, which a new order would lose
/* A new order has new loops, of which nobody knows whether they may be shared. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc schedule { S0[i] -> [-i] }
#pragma scop
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = 2.0 * x[i];
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
