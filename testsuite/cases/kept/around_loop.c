// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* A loop around the region brings the values of one round to the next one. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8] = {0};
    for (int round = 0; round < 3; round++) {
#pragma scop
        for (int i = 0; i < n; i++) {
            y[i] = t[i] + 1.0;
            t[i] = 2.0 * x[i] + y[i];
        }
#pragma endscop
    }
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
