// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* The address of the array leaves the function: nobody knows who reads it. */
#include "bits.h"

static const double *published;

static void compute(int n, const double *x, double *y)
{
    static double t[8];
    published = t;
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * x[i];
        y[i] = t[i] + 1.0;
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    y[0] = published[5];
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
