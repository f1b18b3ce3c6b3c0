/* How unusual each value of a series is: its distance from the mean of the last sixteen, in their deviations. */
#include "program.h"
#include <math.h>

enum { WINDOW = 16 };

static void score(int n, const double x[restrict n], double z[restrict n])
{
    double *mean = malloc(sizeof(double[n]));
    double *deviation = malloc(sizeof(double[n]));
    for (int i = WINDOW; i < n; i++) {
        mean[i] = 0;
        for (int k = 1; k <= WINDOW; k++)
            mean[i] += x[i - k] / WINDOW;
    }
    for (int i = WINDOW; i < n; i++) {
        deviation[i] = 0;
        for (int k = 1; k <= WINDOW; k++)
            deviation[i] += (x[i - k] - mean[i]) * (x[i - k] - mean[i]) / WINDOW;
    }
    for (int i = WINDOW; i < n; i++)
        z[i] = (x[i] - mean[i]) / sqrt(deviation[i]);
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    double *x = doubles(n, 1), *z = doubles(n, 2);
    score(n, x, z);
    show("z", z, sizeof(double) * n);
    free(x);
    free(z);
    return 0;
}
