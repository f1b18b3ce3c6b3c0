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

/* polycc: `path_apart` is `path` for sizes as they should be, in memory that doesn't overlap */
static double path_apart(const double *a, int n, const double *b, int m)
{
    /* polycc: steps[i * m + j] -> steps[j]; m cells instead of n * m */
    /* polycc: cheapest[i * m + j] -> cheapest[(i % 2) * m + j]; 2 * m cells instead of n * m */
    double *steps = malloc(sizeof(double[m])), *cheapest = malloc(sizeof(double) * 2 * m);
    double result;
    {
        double *cheapest_0 = &cheapest[0], *cheapest_1 = &cheapest[m];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                steps[j] = distance(a[i], b[j]);
            if (i >= 1) {
                cheapest_0[0] = cheapest_1[0] + steps[0];
                for (int j = 1; j < m; j++)
                    cheapest_0[j] = steps[j] + least(cheapest_1[j - 1], cheapest_1[j], cheapest_0[j - 1]);
            }
            else {
                cheapest[0] = steps[0];
                for (int j = 1; j < m; j++)
                    cheapest[j] = cheapest[j - 1] + steps[j];
            }
            double *cheapest_next = cheapest_1;
            cheapest_1 = cheapest_0, cheapest_0 = cheapest_next;
        }
        result = cheapest[((n - 1) % 2) * m + m - 1];
    }
    free(steps);
    free(cheapest);
    return result;
}

static double path(const double *a, int n, const double *b, int m)
{
    /* polycc: `path_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 2, 1)) {
        return path_apart(a, n, b, m);
    }
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
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * m cells instead of n * m */
    double t[2][m];
    for (int j = 0; j < m; j++)
        t[0][j] = a[j % n];
    for (int i = 1; i < n; i++) {
        t[i % 2][0] = a[i];
        for (int j = 1; j < m; j++)
            t[i % 2][j] = least(t[(i - 1) % 2][j - 1] + a[i], t[(i - 1) % 2][j] * 2, t[i % 2][j - 1] - a[i]);
    }
    return t[(n - 1) % 2][m - 1];
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
