/* A matrix is applied along the last dimension of a block of numbers, as in multi-resolution analysis. */
#include "kernel.h"

static void transform(int l, int m, int n, double a[restrict l][m][n], double c[restrict n][n])
{
    double sum[n];
    for (int r = 0; r < l; r++)
        for (int q = 0; q < m; q++) {
            for (int p = 0; p < n; p++) {
                sum[p] = 0;
                for (int s = 0; s < n; s++)
                    sum[p] += a[r][q][s] * c[s][p];
            }
            for (int p = 0; p < n; p++)
                a[r][q][p] = sum[p];
        }
}

int main(int argc, char **argv)
{
    int l = size_or(60, argc, argv, 1), m = size_or(60, argc, argv, 2), n = size_or(400, argc, argv, 3);
    double (*a)[m][n] = doubles((size_t)l * m * n, 1), (*c)[n] = doubles((size_t)n * n, 2);
    double start = now();
    transform(l, m, n, a, c);
    spent_since(start);
    show_doubles("a", a, (size_t)l * m * n);
    return 0;
}
