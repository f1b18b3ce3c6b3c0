/* How far apart two series are, if time may run faster or slower: all distances first, then the cheapest path. */
#include "program.h"
#include <math.h>

static double min3(double a, double b, double c)
{
    double m = a < b ? a : b;
    return m < c ? m : c;
}

static double time_warp(const double *a, int n, const double *b, int m)
{
    double *d = malloc(n * m * sizeof(double));
    double *c = malloc(n * m * sizeof(double));
    double result;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            d[i * m + j] = fabs(a[i] - b[j]);
    c[0] = d[0];
    for (int i = 1; i < n; i++)
        c[i * m] = c[(i - 1) * m] + d[i * m];
    for (int j = 1; j < m; j++)
        c[j] = c[j - 1] + d[j];
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            c[i * m + j] = d[i * m + j] + min3(c[(i - 1) * m + j - 1], c[(i - 1) * m + j], c[i * m + j - 1]);
    result = c[n * m - 1];
    free(d);
    free(c);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *a = doubles(n, 1), *b = doubles(m, 2);
    double result = time_warp(a, n, b, m);
    show("result", &result, sizeof result);
    free(a);
    free(b);
    return 0;
}
