// polycc: --optimize memory
/* Line ends as on other systems, and a new order. */
#include "bits.h"

static void chain(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
    for (int i = 0; i < n; i++) {
        t = 3.0 * x[i];
        y[i] = t + x[i];
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 238), *y = data_f64(n, 239);
        chain(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
