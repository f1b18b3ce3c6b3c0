// expect: scalarized t
/* What is written and read through a pointer to a row becomes one variable, which only the pointer's name has set. */
#include "bits.h"

static double sum(int n, const double x[restrict n])
{
    double t[n + 1][n + 1];
    double *place;
    double s = 1;
    for (int i = 0; i < n; i++) {
        place = t[i];
        place[i] = 0.5 * x[i];
        s -= place[i] * x[i];
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
