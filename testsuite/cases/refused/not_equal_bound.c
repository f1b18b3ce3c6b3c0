// expect: unchanged
// says: not_equal_bound.c:10:
// says: !=
/* A loop that ends at != may run past its bound. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i != n; i += 2)
        y[i] = x[i];
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
