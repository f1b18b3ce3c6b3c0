// polycc: --scops pragma
// expect: unchanged
/* `--scops pragma` takes nothing that isn't marked. */
#include "bits.h"

static void scale(int n, const double *x, double *y)
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = 3.0 * x[i];
        y[i] = t[i] + x[i];
    }
}

int main(void)
{
    double *x = data_f64(8, 232), *y = data_f64(8, 233);
    scale(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
