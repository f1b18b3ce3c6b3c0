// polycc: --optimize memory
/* Each frame is allocated when it is needed and freed as soon as it isn't any more. */
#include "bits.h"

static void chain(int n, const double *restrict x, double *restrict y)
{
    /* polycc: a[i] -> a[i % 2]; 2 cells instead of n */
    double *a = malloc(sizeof(double[2]));
    /* polycc: b[i] -> b[i % 2]; 2 cells instead of n */
    /* polycc: c[i] -> c; 1 cell instead of n */
    double *b = malloc(sizeof(double[2])), c;
    c = 0;
    for (int i = 0; i < n; i++) {
        a[i % 2] = x[i] * x[i];
        if (i >= 1) {
            b[i % 2] = a[i % 2] - a[(i - 1) % 2];
            c = b[i % 2] - b[(i - 1) % 2]; // of what was left
        }
        else {
            /* the first difference */
            b[0] = a[0];
            /* the second one */
            // as large as the first
            c = b[0];
        }
        y[i] = c * 0.5;
    }
    free(a);
    free(b);
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
