// polycc: --parallel --optimize speed
/* Threads that are there already round as they did before: no loop is divided where modes change. */
#include "bits.h"
#include <fenv.h>

void thirds(int n, const double *restrict x, double *restrict y, double *restrict z)
{
    double t[n + 1];
    for (int i = 0; i < n; i++)
        t[i] = x[i] / 3;
    fesetround(FE_UPWARD);
    for (int i = 0; i < n; i++)
        y[i] = t[i] / 3;
    fesetround(FE_TONEAREST);
    for (int i = 0; i < n; i++)
        z[i] = y[i] / 3;
}

int main(void)
{
    for (int n = 0; n < 40; n += 3) {
        double *x = data_f64(n, 1), *y = data_f64(n, 2), *z = data_f64(n, 3);
        thirds(n, x, y, z);
        show("y", y, n, sizeof *y);
        show("z", z, n, sizeof *z);
        free(x);
        free(y);
        free(z);
    }
    return 0;
}
