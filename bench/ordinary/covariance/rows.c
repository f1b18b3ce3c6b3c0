/* The covariance matrix of observations of few variables, by way of standardised observations. */
#include "program.h"
#include <math.h>

static void covariance(int n, int m, const double x[restrict n][m], double c[restrict m][m])
{
    double (*z)[m] = malloc(sizeof(double[n][m]));
    double mean[m];
    for (int j = 0; j < m; j++)
        mean[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += x[i][j];
    for (int j = 0; j < m; j++)
        mean[j] /= n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            z[i][j] = x[i][j] - mean[j];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
            c[j][k] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                c[j][k] += z[i][j] * z[i][k];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
            c[j][k] /= n - 1;
    free(z);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *x = doubles((size_t)n * m, 1), *c = doubles((size_t)m * m, 2);
    covariance(n, m, (void *)x, (void *)c);
    show("c", c, sizeof(double) * m * m);
    free(x);
    free(c);
    return 0;
}
