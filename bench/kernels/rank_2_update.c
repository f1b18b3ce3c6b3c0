/* A gets u v^T + p q^T added, then y = beta A^T x + z and w = alpha A y, some times over. */
#include "kernel.h"

static void update(int n, double alpha, double beta, double a[restrict n][n], double u[restrict n],
                   double v[restrict n], double p[restrict n], double q[restrict n], double w[restrict n],
                   double x[restrict n], double y[restrict n], double z[restrict n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += u[i] * v[j] + p[i] * q[j];
    for (int i = 0; i < n; i++) {
        y[i] = z[i];
        for (int j = 0; j < n; j++)
            y[i] += beta * a[j][i] * x[j];
    }
    for (int i = 0; i < n; i++) {
        w[i] = 0;
        for (int j = 0; j < n; j++)
            w[i] += alpha * a[i][j] * y[j];
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1200, argc, argv, 1), times = size_or(80, argc, argv, 2);
    double (*a)[n] = doubles((size_t)n * n, 1), *u = doubles(n, 2), *v = doubles(n, 3), *p = doubles(n, 4);
    double *q = doubles(n, 5), *w = doubles(n, 6), *x = doubles(n, 7), *y = doubles(n, 8), *z = doubles(n, 9);
    double start = now();
    for (int t = 0; t < times; t++)
        update(n, 1.5, 1.2, a, u, v, p, q, w, x, y, z);
    spent_since(start);
    show_doubles("a", a, (size_t)n * n);
    show_doubles("y", y, n);
    show_doubles("w", w, n);
    return 0;
}
