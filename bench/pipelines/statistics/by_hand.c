/* Statistics of measurements: all stages in one function. */
#include "program.h"
#include <math.h>

static void analyse(int n, int m, const double in[restrict n][m], double cov[restrict m][m], double out[restrict n])
{
    double *mean = malloc(sizeof(double[m])), *dev = malloc(sizeof(double[m]));
    double (*filled)[m] = malloc(sizeof(double[n][m]));
    double (*centred)[m] = malloc(sizeof(double[n][m]));
    double (*scaled)[m] = malloc(sizeof(double[n][m]));
    for (int j = 0; j < m; j++)
        filled[0][j] = in[0][j];
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m; j++)
            filled[i][j] = in[i][j] < 0.05 ? filled[i - 1][j] : in[i][j];
    for (int j = 0; j < m; j++)
        mean[j] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            mean[j] += filled[i][j];
    for (int j = 0; j < m; j++)
        mean[j] /= n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            centred[i][j] = filled[i][j] - mean[j];
    for (int j = 0; j < m; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += centred[i][j] * centred[i][j];
        dev[j] = sqrt(sum / n) + 1e-9;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            scaled[i][j] = centred[i][j] / dev[j];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
            cov[j][k] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                cov[j][k] += scaled[i][j] * scaled[i][k];
    for (int j = 0; j < m; j++)
        for (int k = 0; k < m; k++)
            cov[j][k] /= n;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < m; j++)
            for (int k = 0; k < m; k++)
                sum += scaled[i][j] * cov[j][k] * scaled[i][k];
        out[i] = sum;
    }
    free(mean);
    free(dev);
    free(filled);
    free(centred);
    free(scaled);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), m = size(argc, argv, 2);
    double *in = doubles((size_t)n * m, 1), *cov = doubles((size_t)m * m, 2), *out = doubles(n, 3);
    analyse(n, m, (const void *)in, (void *)cov, out);
    show("cov", cov, sizeof(double) * m * m);
    show("out", out, sizeof(double) * n);
    free(in);
    free(cov);
    free(out);
    return 0;
}
