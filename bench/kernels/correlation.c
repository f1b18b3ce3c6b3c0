/* Correlations between the columns of a table of samples: means, deviations, and products of the columns made standard. */
#include "kernel.h"
#include <math.h>

static void correlate(int samples, int n, double data[restrict samples][n], double mean[restrict n],
                      double deviation[restrict n], double correlation[restrict n][n])
{
    for (int j = 0; j < n; j++) {
        mean[j] = 0;
        for (int i = 0; i < samples; i++)
            mean[j] += data[i][j];
        mean[j] /= samples;
    }
    for (int j = 0; j < n; j++) {
        deviation[j] = 0;
        for (int i = 0; i < samples; i++)
            deviation[j] += (data[i][j] - mean[j]) * (data[i][j] - mean[j]);
        deviation[j] = sqrt(deviation[j] / samples);
        if (deviation[j] < 0.01)
            deviation[j] = 1;
    }
    for (int i = 0; i < samples; i++)
        for (int j = 0; j < n; j++)
            data[i][j] = (data[i][j] - mean[j]) / (sqrt(samples) * deviation[j]);
    for (int i = 0; i < n; i++) {
        correlation[i][i] = 1;
        for (int j = i + 1; j < n; j++) {
            correlation[i][j] = 0;
            for (int k = 0; k < samples; k++)
                correlation[i][j] += data[k][i] * data[k][j];
            correlation[j][i] = correlation[i][j];
        }
    }
}

int main(int argc, char **argv)
{
    int samples = size_or(900, argc, argv, 1), n = size_or(700, argc, argv, 2);
    double (*data)[n] = doubles((size_t)samples * n, 1), *mean = doubles(n, 2), *deviation = doubles(n, 3);
    double (*correlation)[n] = doubles((size_t)n * n, 4);
    double start = now();
    correlate(samples, n, data, mean, deviation, correlation);
    spent_since(start);
    show_doubles("mean", mean, n);
    show_doubles("deviation", deviation, n);
    show_doubles("correlation", correlation, (size_t)n * n);
    return 0;
}
