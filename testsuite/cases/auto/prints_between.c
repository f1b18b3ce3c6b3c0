// polycc: --optimize none --at n=20
// bytes: 480 -> 24
// expect: scalarized t
/* Loops between calls: each call ends a region, and what it may look at stays. */
#include "bits.h"

static void stages(int n, const double *x, double *y)
{
    double t[n], kept[n];
    for (int i = 0; i < n; i++) {
        t[i] = 2.0 * x[i];
        y[i] = t[i] * t[i];
    }
    show("y", y, n, sizeof *y);
    double u[n];
    for (int i = 0; i < n; i++) {
        u[i] = y[i] - 1.0;
        kept[i] = u[i] + x[i];
    }
    show("kept", kept, n, sizeof *kept);
    double v[n];
    for (int i = 0; i < n; i++) {
        v[i] = kept[i] / 2.0;
        y[i] = v[i] > 0.0 ? v[i] : 0.0;
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 207), *y = data_f64(n, 208);
        stages(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
