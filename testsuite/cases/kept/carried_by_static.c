// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* A static array that hands values from one call to the next. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    static double t[8];
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = t[i] + 1.0;
        t[i] = 2.0 * x[i];
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    compute(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
