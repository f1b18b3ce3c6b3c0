// expect: unchanged
// says: volatile.c:13:
// says: volatile
/* Accesses to a volatile object can be neither moved nor removed. */
#include "bits.h"

static volatile double device = 1.0;

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = x[i] + device;
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
