// polycc: --at n=12,m=8
// bytes: 832 -> 776
// expect: scalarized mean
// expect: kept centred
/* Covariances of columns: the mean of a column is spent at once, the centred data are needed by
   all pairs. */
#include "bits.h"

static void covariances(int n, int m, double data[n][m], double cov[m][m])
{
    /* polycc: mean[i] -> mean; 1 cell instead of m */
    double mean = 0;
    double centred[n][m];
#pragma scop
    for (int j = 0; j < m; j++) {
        mean = 0.0;
        for (int i = 0; i < n; i++)
            mean += data[i][j];
        mean /= n;
        for (int i = 0; i < n; i++)
            centred[i][j] = data[i][j] - mean;
    }
    for (int j = 0; j < m; j++)
        for (int k = j; k < m; k++) {
            cov[j][k] = 0.0;
            for (int i = 0; i < n; i++)
                cov[j][k] += centred[i][j] * centred[i][k];
            cov[j][k] = cov[j][k] / (n > 1 ? n - 1 : 1);
            cov[k][j] = cov[j][k];
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {7, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *data = data_f64(n * m, 88), *cov = data_f64(m * m, 89);
        covariances(n, m, (void *)data, (void *)cov);
        show("cov", cov, m * m, sizeof *cov);
        free(data);
        free(cov);
    }
    return 0;
}
