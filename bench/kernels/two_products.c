/* D becomes alpha A B C + beta D; the first product is a matrix that the kernel gets for itself. */
#include "kernel.h"

static void multiply(int n, double alpha, double beta, double a[restrict n][n], double b[restrict n][n],
                     double c[restrict n][n], double d[restrict n][n])
{
    double (*ab)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ab[i][j] = 0;
            for (int k = 0; k < n; k++)
                ab[i][j] += alpha * a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d[i][j] *= beta;
            for (int k = 0; k < n; k++)
                d[i][j] += ab[i][k] * c[k][j];
        }
    free(ab);
}

int main(int argc, char **argv)
{
    int n = size_or(700, argc, argv, 1);
    size_t cells = (size_t)n * n;
    double (*a)[n] = doubles(cells, 1), (*b)[n] = doubles(cells, 2), (*c)[n] = doubles(cells, 3);
    double (*d)[n] = doubles(cells, 4);
    double start = now();
    multiply(n, 1.5, 1.2, a, b, c, d);
    spent_since(start);
    show_doubles("d", d, cells);
    return 0;
}
