/* B becomes alpha A B, in place, where A is an upper triangle. */
#include "kernel.h"

static void multiply(int n, int m, double alpha, double a[restrict n][n], double b[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            b[i][j] *= a[i][i];
            for (int k = i + 1; k < n; k++)
                b[i][j] += a[i][k] * b[k][j];
            b[i][j] *= alpha;
        }
}

int main(int argc, char **argv)
{
    int n = size_or(900, argc, argv, 1), m = size_or(800, argc, argv, 2);
    double (*a)[n] = doubles((size_t)n * n, 1), (*b)[m] = doubles((size_t)n * m, 2);
    double start = now();
    multiply(n, m, 1.0 / n, a, b);
    spent_since(start);
    show_doubles("b", b, (size_t)n * m);
    return 0;
}
