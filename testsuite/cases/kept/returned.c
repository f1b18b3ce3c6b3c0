// polycc: --at n=8
// expect: unchanged
// expect: kept t
/* The block from malloc is returned, not freed. */
#include "bits.h"

static double *compute(int n, const double *x, double *y)
{
    double *t = malloc(n * sizeof *t);
    if (t == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * x[i];
        y[i] = t[i] + 1.0;
    }
#pragma endscop
    return t;
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    double *t = compute(8, x, y);
    y[0] = t[5];
    free(t);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
