// polycc: -DWIDE --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* Branches that aren't compiled are the user's, too: they stay where the order stays. */
#include "bits.h"

static void scale(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
    for (int i = 0; i < n; i++) {
#ifdef WIDE
        t = 3.0 * x[i];
#else
        t[i] = x[i];
#endif
        y[i] = t + x[i];
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 234), *y = data_f64(n, 235);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
