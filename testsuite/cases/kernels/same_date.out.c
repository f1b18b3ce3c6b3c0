// expect: kept t
/* All instances of S0 have the same date: they run in the order of the program. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8] = {0};
#pragma scop
    for (int i = 1; i < n; i++)
        t[i] = t[i - 1] + x[i];
    for (int i = 1; i < n; i++)
        y[i] = t[i];
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
