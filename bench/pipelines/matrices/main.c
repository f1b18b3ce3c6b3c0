/* A chain of matrices: a product, a sum, rows made to sum to one, and another product. */
#include "stages.h"

static void chain(int n, int k, double a[n][k], double b[k][n], double c[n][n], double d[n][k], double out[n][k])
{
    double (*ab)[n] = malloc(sizeof(double[n][n]));
    double (*sum)[n] = malloc(sizeof(double[n][n]));
    double (*even)[n] = malloc(sizeof(double[n][n]));
    double sums[n];
    multiply(n, k, n, a, b, ab);
    add(n, n, ab, c, sum);
    row_sums(n, n, sum, sums);
    scale_rows(n, n, sum, sums, even);
    multiply(n, n, k, even, d, out);
    free(ab);
    free(sum);
    free(even);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), k = size(argc, argv, 2);
    double (*a)[k] = doubles((size_t)n * k, 1), (*b)[n] = doubles((size_t)n * k, 2), (*c)[n] = doubles((size_t)n * n, 3);
    double (*d)[k] = doubles((size_t)n * k, 4), (*out)[k] = doubles((size_t)n * k, 5);
    chain(n, k, a, b, c, d, out);
    show("out", out, sizeof(double) * n * k);
    free(a);
    free(b);
    free(c);
    free(d);
    free(out);
    return 0;
}
