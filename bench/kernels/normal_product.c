/* y = A^T (A x), some times over. */
#include "kernel.h"

static void apply(int m, int n, double a[restrict m][n], double x[restrict n], double ax[restrict m],
                  double y[restrict n])
{
    for (int i = 0; i < m; i++) {
        ax[i] = 0;
        for (int j = 0; j < n; j++)
            ax[i] += a[i][j] * x[j];
    }
    for (int j = 0; j < n; j++) {
        y[j] = 0;
        for (int i = 0; i < m; i++)
            y[j] += a[i][j] * ax[i];
    }
}

int main(int argc, char **argv)
{
    int m = size_or(1100, argc, argv, 1), n = size_or(1300, argc, argv, 2), times = size_or(100, argc, argv, 3);
    double (*a)[n] = doubles((size_t)m * n, 1), *x = doubles(n, 2), *ax = doubles(m, 3), *y = doubles(n, 4);
    double start = now();
    for (int t = 0; t < times; t++)
        apply(m, n, a, x, ax, y);
    spent_since(start);
    show_doubles("y", y, n);
    return 0;
}
