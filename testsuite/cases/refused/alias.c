// expect: unchanged
// says: alias.c:9:
// says: p
/* Two names for the same cells: what p reads is what y holds. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double *p = y;
    p++;
#pragma scop
    for (int i = 0; i < n - 1; i++)
        p[i] = x[i] + y[i];
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
