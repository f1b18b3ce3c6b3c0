// polycc: --optimize memory
/* Line ends as on other systems, and a new order. */
#include "bits.h"

static void chain(int n, const double *restrict x, double *restrict y)
{
    double *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = 3.0 * x[i];
    for (int i = 0; i < n; i++)
        y[i] = t[i] + x[i];
    free(t);
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
