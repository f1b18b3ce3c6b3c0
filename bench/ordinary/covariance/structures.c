/* The covariance matrix of observations of few variables, by way of standardised observations. */
#include "program.h"
#include <math.h>

typedef struct {
    size_t rows, columns;
    double *values;
} table;

static void covariance(const table *x, table *c)
{
    size_t n = x->rows, m = x->columns;
    double *z = malloc(n * m * sizeof *z);
    double *mean = calloc(m, sizeof *mean);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            mean[j] += x->values[i * m + j];
    for (size_t j = 0; j < m; j++)
        mean[j] /= n;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            z[i * m + j] = x->values[i * m + j] - mean[j];
    for (size_t j = 0; j < m; j++)
        for (size_t k = 0; k < m; k++)
            c->values[j * m + k] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            for (size_t k = 0; k < m; k++)
                c->values[j * m + k] += z[i * m + j] * z[i * m + k];
    for (size_t j = 0; j < m; j++)
        for (size_t k = 0; k < m; k++)
            c->values[j * m + k] /= n - 1;
    free(mean);
    free(z);
}

int main(int argc, char **argv)
{
    size_t n = size(argc, argv, 1), m = size(argc, argv, 2);
    table x = {n, m, doubles(n * m, 1)}, c = {m, m, doubles(m * m, 2)};
    covariance(&x, &c);
    show("c", c.values, sizeof(double) * m * m);
    free(x.values);
    free(c.values);
    return 0;
}
