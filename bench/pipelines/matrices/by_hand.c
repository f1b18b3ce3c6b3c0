/* A chain of matrices: all stages in one function. */
#include "program.h"

static void chain(int n, int k, const double a[restrict n][k], const double b[restrict k][n],
                  const double c[restrict n][n], const double d[restrict n][k], double out[restrict n][k])
{
    double (*ab)[n] = malloc(sizeof(double[n][n]));
    double (*sum)[n] = malloc(sizeof(double[n][n]));
    double (*even)[n] = malloc(sizeof(double[n][n]));
    double *sums = malloc(sizeof(double[n]));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            ab[i][j] = 0;
        for (int l = 0; l < k; l++)
            for (int j = 0; j < n; j++)
                ab[i][j] += a[i][l] * b[l][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum[i][j] = ab[i][j] + c[i][j];
    for (int i = 0; i < n; i++) {
        sums[i] = 1;
        for (int j = 0; j < n; j++)
            sums[i] += sum[i][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            even[i][j] = sum[i][j] / sums[i];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < k; j++)
            out[i][j] = 0;
        for (int l = 0; l < n; l++)
            for (int j = 0; j < k; j++)
                out[i][j] += even[i][l] * d[l][j];
    }
    free(ab);
    free(sum);
    free(even);
    free(sums);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), k = size(argc, argv, 2);
    double (*a)[k] = doubles((size_t)n * k, 1), (*b)[n] = doubles((size_t)n * k, 2), (*c)[n] = doubles((size_t)n * n, 3);
    double (*d)[k] = doubles((size_t)n * k, 4), (*out)[k] = doubles((size_t)n * k, 5);
    chain(n, k, (const void *)a, (const void *)b, (const void *)c, (const void *)d, out);
    show("out", out, sizeof(double) * n * k);
    free(a);
    free(b);
    free(c);
    free(d);
    free(out);
    return 0;
}
