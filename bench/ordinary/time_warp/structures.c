/* How far apart two series are, if time may run faster or slower: all distances first, then the cheapest path. */
#include "program.h"
#include <math.h>

struct series {
    int length;
    double *values;
};

static double time_warp(const struct series *a, const struct series *b)
{
    int n = a->length, m = b->length;
    double *d = malloc(n * m * sizeof(double));
    double *c = malloc(n * m * sizeof(double));
    double result;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            d[i * m + j] = fabs(a->values[i] - b->values[j]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            double before;
            if (i == 0 && j == 0)
                before = 0;
            else if (i == 0)
                before = c[j - 1];
            else if (j == 0)
                before = c[(i - 1) * m];
            else
                before = fmin(c[(i - 1) * m + j - 1], fmin(c[(i - 1) * m + j], c[i * m + j - 1]));
            c[i * m + j] = d[i * m + j] + before;
        }
    result = c[(n - 1) * m + m - 1];
    free(d);
    free(c);
    return result;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    struct series a = {n, doubles(n, 1)}, b = {m, doubles(m, 2)};
    double result = time_warp(&a, &b);
    show("result", &result, sizeof result);
    free(a.values);
    free(b.values);
    return 0;
}
