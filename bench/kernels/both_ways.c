/* A y is added to x, and A^T v to u, some times over. */
#include "kernel.h"

static void apply(int n, double a[restrict n][n], double x[restrict n], double y[restrict n], double u[restrict n],
                  double v[restrict n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i] += a[i][j] * y[j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i] += a[j][i] * v[j];
}

int main(int argc, char **argv)
{
    int n = size_or(1200, argc, argv, 1), times = size_or(100, argc, argv, 2);
    double (*a)[n] = doubles((size_t)n * n, 1), *x = doubles(n, 2), *y = doubles(n, 3), *u = doubles(n, 4);
    double *v = doubles(n, 5);
    double start = now();
    for (int t = 0; t < times; t++)
        apply(n, a, x, y, u, v);
    spent_since(start);
    show_doubles("x", x, n);
    show_doubles("u", u, n);
    return 0;
}
