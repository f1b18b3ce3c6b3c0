/* A block that becomes a variable is declared as one, though no blank stands before its star. */
#include "bits.h"

static void twice(int n, const double *restrict x, double *restrict y)
{
    double*w = malloc((size_t)(n + 1) * sizeof(double));
    for (int i = 0; i < n; i++) {
        w[i] = x[i] * 2;
        y[i] = w[i] + 1;
    }
    free(w);
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
