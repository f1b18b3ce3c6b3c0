// polycc: --optimize memory
/* Each frame is allocated when it is needed and freed as soon as it isn't any more. */
#include "bits.h"

static void chain(int n, const double *restrict x, double *restrict y)
{
    /* polycc: a[i] -> a[i % 2]; 2 cells instead of n */
    double *a = malloc(sizeof(double[2]));
    double *b = malloc((size_t)n * sizeof *b), *c;
    c = malloc((size_t)n
               * sizeof *c);
    for (int i = 0; i < n; i++) {
        a[i % 2] = x[i] * x[i];
        if (i >= 1) {
            b[i] = a[i % 2] - a[(i - 1) % 2];
            c[i] = b[i] - b[i - 1]; // of what was left
        }
        else
            /* the first difference */
            b[0] = a[0];
    }
    /* the second one */
    // as large as the first
    c[0] = b[0];
    for (int i = 0; i < n; i++)
        y[i] = c[i] * 0.5;
    free(a);
    free(b);
    free(c);
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 223), *y = data_f64(n, 224);
        chain(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
