/* How far apart two series are, if time may run faster or slower: all distances first, then the cheapest path. */
#include "program.h"
#include <math.h>

static double time_warp(int n, int m, const double a[restrict n], const double b[restrict m])
{
    double (*d)[m] = malloc(sizeof(double[n][m]));
    double (*c)[m] = malloc(sizeof(double[n][m]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            d[i][j] = fabs(a[i] - b[j]);
    c[0][0] = d[0][0];
    for (int i = 1; i < n; i++)
        c[i][0] = c[i - 1][0] + d[i][0];
    for (int j = 1; j < m; j++)
        c[0][j] = c[0][j - 1] + d[0][j];
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i][j] = d[i][j] + fmin(c[i - 1][j - 1], fmin(c[i - 1][j], c[i][j - 1]));
    double result = c[n - 1][m - 1];
    free(d);
    free(c);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *a = doubles(n, 1), *b = doubles(m, 2);
    double result = time_warp(n, m, a, b);
    show("result", &result, sizeof result);
    free(a);
    free(b);
    return 0;
}
