// expect: unchanged
// says: depends on `_OPENMP`
/* The loop that is seen is not the one that runs in the other build. */
#include "bits.h"

void scale(int n, const double *restrict x, double *restrict y)
{
    double t[n + 1];
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * 2;
#ifdef _OPENMP
        y[i] = t[i];
#else
        y[i] = t[i > 0 ? i - 1 : 0];
#endif
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(9, 1), *y = data_f64(9, 2);
    for (int n = 0; n < 9; n++)
        scale(n, x, y);
    show("y", y, 9, sizeof *y);
    free(x);
    free(y);
    return 0;
}
