// expect: unchanged
// says: quotient_bound.c:10:
// says: bound
/* The quotient of two parameters is not affine. */
#include "bits.h"

static void compute(int n, int m, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n / m; i++)
        y[i] = x[i];
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(16, 2, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
