/* How unusual each value of a series is: its distance from the mean of the last sixteen, in their deviations. */
#include "program.h"
#include <math.h>

typedef struct {
    size_t length;
    double *values;
} series;

static void score(const series *x, series *z, size_t window)
{
    double *mean = malloc(x->length * sizeof *mean);
    double *deviation = malloc(x->length * sizeof *deviation);
    for (size_t i = window; i < x->length; i++) {
        double sum = 0;
        for (size_t k = 1; k <= window; k++)
            sum += x->values[i - k];
        mean[i] = sum / window;
    }
    for (size_t i = window; i < x->length; i++) {
        double sum = 0;
        for (size_t k = 1; k <= window; k++)
            sum += (x->values[i - k] - mean[i]) * (x->values[i - k] - mean[i]);
        deviation[i] = sqrt(sum / window);
    }
    for (size_t i = window; i < x->length; i++)
        z->values[i] = (x->values[i] - mean[i]) / deviation[i];
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    series x = {n, doubles(n, 1)}, z = {n, doubles(n, 2)};
    score(&x, &z, 16);
    show("z", z.values, sizeof(double) * n);
    free(x.values);
    free(z.values);
    return 0;
}
