/* How unusual each value of a series is: its distance from the mean of the last sixteen, in their deviations. */
#include "program.h"
#include <math.h>

#define WINDOW 16

static void score(const double *x, double *z, int n)
{
    double *mean = malloc(n * sizeof *mean);
    double *deviation = malloc(n * sizeof *deviation);
    for (int i = WINDOW; i < n; i++) {
        double sum = 0;
        for (int k = 1; k <= WINDOW; k++)
            sum += x[i - k];
        mean[i] = sum / WINDOW;
    }
    for (int i = WINDOW; i < n; i++) {
        double sum = 0;
        for (int k = 1; k <= WINDOW; k++)
            sum += (x[i - k] - mean[i]) * (x[i - k] - mean[i]);
        deviation[i] = sqrt(sum / WINDOW);
    }
    for (int i = WINDOW; i < n; i++)
        z[i] = (x[i] - mean[i]) / deviation[i];
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    double *x = doubles(n, 1), *z = doubles(n, 2);
    score(x, z, n);
    show("z", z, sizeof(double) * n);
    free(x);
    free(z);
    return 0;
}
