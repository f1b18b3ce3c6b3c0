// expect: unchanged
// expect: kept rows
/* Each run of the region uses one row, but several runs happen at the same time. */
#include "bits.h"

static void each(int n, int m, double x[n][m], double y[n][m])
{
    double rows[n][m];
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
#pragma scop
        for (int i = 0; i < m; i++) {
            rows[k][i] = 3.0 * x[k][i];
            y[k][i] = rows[k][i] + 1.0;
        }
#pragma endscop
    }
}

int main(void)
{
    for (int n = 1; n < 5; n++)
        for (int m = 1; m < 5; m++) {
            double *x = data_f64((long)n * m, 1), *y = data_f64((long)n * m, 2);
            each(n, m, (double (*)[m])x, (double (*)[m])y);
            show("y", y, (long)n * m, sizeof *y);
            free(x);
            free(y);
        }
    return 0;
}
