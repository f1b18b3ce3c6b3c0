/* Statistics of measurements: gaps filled, centred, scaled, covariances, and the distance of each from the rest. */
#include "program.h"
#include <math.h>

static void fill_gaps(const double *in, double *out, int n, int m)
{
    for (int j = 0; j < m; j++)
        out[j] = in[j];
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = in[i * m + j] < 0.05 ? out[(i - 1) * m + j] : in[i * m + j];
}

static void means(const double *in, double *mean, int n, int m)
{
    for (int j = 0; j < m; j++)
        mean[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += in[i * m + j];
    for (int j = 0; j < m; j++)
        mean[j] /= n;
}

static void centre(const double *in, const double *mean, double *out, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = in[i * m + j] - mean[j];
}

static void deviations(const double *in, double *dev, int n, int m)
{
    for (int j = 0; j < m; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += in[i * m + j] * in[i * m + j];
        dev[j] = sqrt(sum / n) + 1e-9;
    }
}

static void scale(const double *in, const double *dev, double *out, int n, int m)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            out[i * m + j] = in[i * m + j] / dev[j];
}

static void covariance(const double *in, double *cov, int n, int m)
{
    for (int j = 0; j < m * m; j++)
        cov[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                cov[j * m + k] += in[i * m + j] * in[i * m + k];
    for (int j = 0; j < m * m; j++)
        cov[j] /= n;
}

static void distances(const double *in, const double *cov, double *out, int n, int m)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                sum += in[i * m + j] * cov[j * m + k] * in[i * m + k];
        out[i] = sum;
    }
}

static int analyse(const double *in, double *cov, double *out, int n, int m)
{
    if (n < 1 || m < 1)
        return 1;
    double mean[m], dev[m];
    double *filled = calloc((size_t)n * m, sizeof(double));
    double *centred = calloc((size_t)n * m, sizeof(double));
    double *scaled = calloc((size_t)n * m, sizeof(double));
    fill_gaps(in, filled, n, m);
    means(filled, mean, n, m);
    centre(filled, mean, centred, n, m);
    deviations(centred, dev, n, m);
    scale(centred, dev, scaled, n, m);
    covariance(scaled, cov, n, m);
    distances(scaled, cov, out, n, m);
    free(filled);
    free(centred);
    free(scaled);
    return 0;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *in = doubles((size_t)n * m, 1), *cov = doubles((size_t)m * m, 2), *out = doubles(n, 3);
    if (analyse(in, cov, out, n, m))
        return 1;
    show("cov", cov, sizeof(double) * m * m);
    show("out", out, sizeof(double) * n);
    free(in);
    free(cov);
    free(out);
    return 0;
}
