/* The product of three matrices. */
#include "program.h"

static void chain(const double *a, const double *b, const double *c, double *d, int n, int k)
{
    double *ab = calloc(n * n, sizeof(double));
    for (int i = 0; i < n; i++)
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++)
                ab[i * n + j] += a[i * k + l] * b[l * n + j];
    memset(d, 0, n * k * sizeof(double));
    for (int i = 0; i < n; i++)
        for (int l = 0; l < n; l++)
            for (int j = 0; j < k; j++)
                d[i * k + j] += ab[i * n + l] * c[l * k + j];
    free(ab);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), k = size(argc, argv, 2);
    double *a = doubles((size_t)n * k, 1), *b = doubles((size_t)k * n, 2), *c = doubles((size_t)n * k, 3);
    double *d = doubles((size_t)n * k, 4);
    chain(a, b, c, d, n, k);
    show("d", d, sizeof(double) * n * k);
    free(a);
    free(b);
    free(c);
    free(d);
    return 0;
}
