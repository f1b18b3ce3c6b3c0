// expect: contracted steps
// expect: contracted cheapest
/* What only computes a number of numbers stays a call, in an assignment as well as within an expression, though its arguments are cells. */
#include "bits.h"

static double least(double a, double b, double c)
{
    double m = a < b ? a : b;
    return m < c ? m : c;
}

static double distance(double a, double b)
{
    double apart = a - b;
    if (apart < 0)
        apart = -apart;
    return apart;
}

static double path(const double *a, int n, const double *b, int m)
{
    double *steps = malloc(n * m * sizeof(double)), *cheapest = malloc(n * m * sizeof(double));
    double result;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            steps[i * m + j] = distance(a[i], b[j]);
    cheapest[0] = steps[0];
    for (int i = 1; i < n; i++)
        cheapest[i * m] = cheapest[(i - 1) * m] + steps[i * m];
    for (int j = 1; j < m; j++)
        cheapest[j] = cheapest[j - 1] + steps[j];
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m; j++)
            cheapest[i * m + j] = steps[i * m + j] + least(cheapest[(i - 1) * m + j - 1], cheapest[(i - 1) * m + j],
                                                           cheapest[i * m + j - 1]);
    result = cheapest[n * m - 1];
    free(steps);
    free(cheapest);
    return result;
}

static double longest(const double *a, int n, int m)
{
    double t[n][m];
    for (int j = 0; j < m; j++)
        t[0][j] = a[j % n];
    for (int i = 1; i < n; i++) {
        t[i][0] = a[i];
        for (int j = 1; j < m; j++)
            t[i][j] = least(t[i - 1][j - 1] + a[i], t[i - 1][j] * 2, t[i][j - 1] - a[i]);
    }
    return t[n - 1][m - 1];
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 2}, {2, 1}, {5, 4}, {13, 29}, {80, 73}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        double *a = data_f64(n, 1), *b = data_f64(m, 2);
        double results[] = {path(a, n, b, m), longest(a, n, m)};
        show("results", results, 2, sizeof *results);
        free(a);
        free(b);
    }
    return 0;
}
