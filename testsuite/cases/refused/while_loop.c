// expect: unchanged
// says: while_loop.c:12:
// says: while
/* A while loop has no iterator. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        while (y[i] > 1.0)
            y[i] -= 1.0;
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
