/* C becomes alpha A B + beta C. */
#include "kernel.h"

static void multiply(int n, double alpha, double beta, double a[restrict n][n], double b[restrict n][n],
                     double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] *= beta;
            for (int k = 0; k < n; k++)
                c[i][j] += alpha * a[i][k] * b[k][j];
        }
}

int main(int argc, char **argv)
{
    int n = size_or(800, argc, argv, 1);
    size_t cells = (size_t)n * n;
    double (*a)[n] = doubles(cells, 1), (*b)[n] = doubles(cells, 2), (*c)[n] = doubles(cells, 3);
    double start = now();
    multiply(n, 1.5, 1.2, a, b, c);
    spent_since(start);
    show_doubles("c", c, cells);
    return 0;
}
