// expect: unchanged
// says: partial_row.c:19:
// says: norm
/* A whole row is passed to a function. */
#include "bits.h"

static double norm(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = norm(n, x);
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
