// expect: scalarized t
// expect: scalarized u
/* Loops whose condition steps: of counters with and without sign, before and behind the comparison. */
#include "bits.h"

static void down(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t; 1 cell instead of (n + 1) */
    double t = 0;
    for (int i = n; i-- > 0;) {
        t = x[i] * 2;
        y[i] = t + i;
    }
    for (int i = n; --i >= 0;)
        y[i] -= x[n - 1 - i];
    for (int i = 0; i++ < n;)
        y[i - 1] += i;
}

static int unsigned_down(unsigned n, const double *restrict x, double *restrict y)
{
    /* polycc: u[i] -> u; 1 cell instead of ((long)n + 1) */
    double u = 0;
    size_t i;
    int k;
    for (i = n; i-- > 0;) {
        u = x[i] * 2;
        y[i] = u - 1;
    }
    for (i = n; i--;)
        y[i] *= x[i];
    for (k = 3; k-- > 1;)
        y[0] += k;
    return k;
}

/* The counter wraps around, and is seen then: the loop stays. */
static size_t seen(size_t n, double *restrict y)
{
    size_t i;
    for (i = n; i-- > 0;)
        y[i] += 1;
    return i;
}

int main(void)
{
    for (int n = 1; n < 7; n++) {
        double *x = data_f64(n, 5), *y = data_f64(n, 6);
        down(n, x, y);
        show("down", y, n, sizeof *y);
        int k = unsigned_down((unsigned)n, x, y);
        show("unsigned", y, n, sizeof *y);
        show("k", &k, 1, sizeof k);
        size_t end = seen((size_t)n, y);
        show("end", &end, 1, sizeof end);
        free(x);
        free(y);
    }
    return 0;
}
