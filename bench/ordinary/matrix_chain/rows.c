/* The product of three matrices. */
#include "program.h"

static void chain(int n, int k, const double a[restrict n][k], const double b[restrict k][n], const double c[restrict n][k],
                  double d[restrict n][k])
{
    double (*ab)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ab[i][j] = 0;
            for (int l = 0; l < k; l++)
                ab[i][j] += a[i][l] * b[l][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < k; j++) {
            d[i][j] = 0;
            for (int l = 0; l < n; l++)
                d[i][j] += ab[i][l] * c[l][j];
        }
    free(ab);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), k = size(argc, argv, 2);
    double *a = doubles((size_t)n * k, 1), *b = doubles((size_t)k * n, 2), *c = doubles((size_t)n * k, 3);
    double *d = doubles((size_t)n * k, 4);
    chain(n, k, (void *)a, (void *)b, (void *)c, (void *)d);
    show("d", d, sizeof(double) * n * k);
    free(a);
    free(b);
    free(c);
    free(d);
    return 0;
}
