/* The lower triangle of C becomes that of alpha A A^T + beta C. */
#include "kernel.h"

static void update(int n, int m, double alpha, double beta, double a[restrict n][m], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            c[i][j] *= beta;
            for (int k = 0; k < m; k++)
                c[i][j] += alpha * a[i][k] * a[j][k];
        }
}

int main(int argc, char **argv)
{
    int n = size_or(900, argc, argv, 1), m = size_or(800, argc, argv, 2);
    double (*a)[m] = doubles((size_t)n * m, 1), (*c)[n] = doubles((size_t)n * n, 2);
    double start = now();
    update(n, m, 1.5, 1.2, a, c);
    spent_since(start);
    show_doubles("c", c, (size_t)n * n);
    return 0;
}
