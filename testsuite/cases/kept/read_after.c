// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* The array is read after the region, so all of it has to be there. */
#include "bits.h"

static double sum(int n, const double *x, double *y)
{
    double t[n], total = 0.0;
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * x[i];
        y[i] = t[i] + 1.0;
    }
#pragma endscop
    for (int i = 0; i < n; i++)
        total += t[i];
    return total;
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    y[0] = sum(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
