/* y = alpha A x + beta B x, some times over. */
#include "kernel.h"

static void apply(int n, double alpha, double beta, double *restrict a, double *restrict b, double *restrict x,
                  double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double ax = 0, bx = 0;
        for (int j = 0; j < n; j++) {
            ax += a[i * n + j] * x[j];
            bx += b[i * n + j] * x[j];
        }
        y[i] = alpha * ax + beta * bx;
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1000, argc, argv, 1), times = size_or(300, argc, argv, 2);
    double *a = doubles((size_t)n * n, 1), *b = doubles((size_t)n * n, 2), *x = doubles(n, 3), *y = doubles(n, 4);
    double start = now();
    for (int t = 0; t < times; t++)
        apply(n, 1.5, 1.2, a, b, x, y);
    spent_since(start);
    show_doubles("y", y, n);
    free(a);
    free(b);
    free(x);
    free(y);
    return 0;
}
