// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* The region reads cells that were filled before it: they are live-in. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8];
    for (int i = 0; i < n; i++)
        t[i] = 3.0 * i;
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = t[i] + 1.0;
        t[i] = 2.0 * x[i];
        y[i] += t[i];
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
