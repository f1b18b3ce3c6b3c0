/* A block that becomes a variable is declared as one, though no blank stands before its star. */
#include "bits.h"

static void twice(int n, const double *restrict x, double *restrict y)
{
    /* polycc: w[i] -> w; 1 cell instead of (n + 1) */
    double w = 0;
    for (int i = 0; i < n; i++) {
        w = x[i] * 2;
        y[i] = w + 1;
    }
}

int main(void)
{
    for (int n = 0; n < 6; n++) {
        double *x = data_f64(n, 5), *y = block(n, sizeof *y);
        twice(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
