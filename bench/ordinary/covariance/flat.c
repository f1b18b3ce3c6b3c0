/* The covariance matrix of observations of few variables, by way of standardised observations. */
#include "program.h"
#include <math.h>

static void covariance(const double *x, double *c, int n, int m)
{
    double *z = malloc(sizeof(double) * n * m);
    int i, j, k;
    for (j = 0; j < m; j++) {
        double mean = 0;
        for (i = 0; i < n; i++)
            mean += x[i * m + j];
        mean /= n;
        for (i = 0; i < n; i++)
            z[i * m + j] = x[i * m + j] - mean;
    }
    for (j = 0; j < m * m; j++)
        c[j] = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++)
            for (k = 0; k < m; k++)
                c[j * m + k] += z[i * m + j] * z[i * m + k];
    for (j = 0; j < m * m; j++)
        c[j] /= n - 1;
    free(z);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *x = doubles((size_t)n * m, 1), *c = doubles((size_t)m * m, 2);
    covariance(x, c, n, m);
    show("c", c, sizeof(double) * m * m);
    free(x);
    free(c);
    return 0;
}
