/* C becomes alpha A B + beta C for a symmetric A, of which the lower triangle is stored. */
#include "kernel.h"

static void multiply(int n, int m, double alpha, double beta, double a[restrict n][n], double b[restrict n][m],
                     double c[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int k = 0; k <= i; k++)
                sum += a[i][k] * b[k][j];
            for (int k = i + 1; k < n; k++)
                sum += a[k][i] * b[k][j];
            c[i][j] = alpha * sum + beta * c[i][j];
        }
}

int main(int argc, char **argv)
{
    int n = size_or(600, argc, argv, 1), m = size_or(700, argc, argv, 2);
    double (*a)[n] = doubles((size_t)n * n, 1), (*b)[m] = doubles((size_t)n * m, 2);
    double (*c)[m] = doubles((size_t)n * m, 3);
    double start = now();
    multiply(n, m, 1.5, 1.2, a, b, c);
    spent_since(start);
    show_doubles("c", c, (size_t)n * m);
    return 0;
}
