// expect: unchanged
// says: data_bound.c:13:
// says: bound
/* A bound that depends on data. */
#include "bits.h"

static const int ends[8] = {3, 1, 4, 0, 5, 2, 6, 7};

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < ends[i]; j++)
            y[i] += x[j];
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
