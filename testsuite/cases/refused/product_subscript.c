// expect: unchanged
// says: product_subscript.c:12:
// says: subscript
/* A product of iterators is not affine. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n / 4; j++)
            y[i * j] = x[i];
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
