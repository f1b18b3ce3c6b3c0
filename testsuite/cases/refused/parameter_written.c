// expect: unchanged
// says: parameter_written.c:11:
// says: changed in the region
// says: n
/* The region changes the bound of its own loop. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = x[i];
        n = n - 1;
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
