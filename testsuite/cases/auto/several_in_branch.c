// expect: scalarized t
/* Branches on data that assign several variables in one statement. */
#include "bits.h"

static double clipped(int n, const double *restrict x, double *restrict y, double *restrict z)
{
    double t[n + 1], sum = 0, last = 0;
    for (int i = 0; i < n; i++) {
        t[i] = x[i] * 2;
        if (t[i] > 0.5)
            sum += t[i], y[i] = z[i] = 1;
        else if (*(t + i) < -0.5)
            y[i] = -1, *(z + i) = x[i], last = x[i];
        else {
            y[i] = z[i] = last = 0;
        }
    }
    return sum + last;
}

int main(void)
{
    for (int n = 0; n < 9; n++) {
        double *x = data_f64(n, 5), *y = block(n, sizeof *y), *z = block(n, sizeof *z);
        double sum = clipped(n, x, y, z);
        show("y", y, n, sizeof *y);
        show("z", z, n, sizeof *z);
        show("sum", &sum, 1, sizeof sum);
        free(x);
        free(y);
        free(z);
    }
    return 0;
}
