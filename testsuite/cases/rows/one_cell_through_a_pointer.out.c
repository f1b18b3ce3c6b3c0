// expect: scalarized t
/* What is written and read through a pointer to a row becomes one variable, which only the pointer's name has set. */
#include "bits.h"

static double sum(int n, const double x[restrict n])
{
    /* polycc: t[i][j] -> t; 1 cell instead of (n + 1) * (n + 1) */
    double t = 0;
    double s = 1;
    for (int i = 0; i < n; i++) {
        t = 0.5 * x[i];
        s -= t * x[i];
    }
    return s;
}

int main(void)
{
    for (int n = 0; n < 9; n++) {
        double *x = data_f64(n, 3), s = sum(n, x);
        show("s", &s, 1, sizeof s);
        free(x);
    }
    return 0;
}
