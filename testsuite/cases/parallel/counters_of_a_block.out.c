// polycc: --parallel --optimize speed --scops auto
/* The same with threads: each has its own counters. */
#include "bits.h"

static int smooth(int n, double x[restrict n][n], double y[restrict n][n])
{
    double u[n][n];
    int i = 42, j = 7;
    for (int s = 0; s < 3; s++) {
        #pragma omp parallel for if(1.0 * n * n > 50000)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                u[i][j] = x[i][j] * s;
        #pragma omp parallel for if(1.0 * n * n > 20000)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                y[i][j] += u[i][j] + u[i - 1][j];
    }
    return i + j;
}

/* Without variables that they hide. */
static void twice(int n, double x[restrict n][n], double y[restrict n][n])
{
    double u[n][n];
    for (int s = 0; s < 2; s++) {
        #pragma omp parallel for if(1.0 * n * n > 50000)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                u[i][j] = x[i][j] + s;
        #pragma omp parallel for if(1.0 * n * n > 20000)
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                y[i][j] += u[i][j] * u[i - 1][j];
    }
}

int main(void)
{
    for (int n = 1; n < 8; n++) {
        double *x = data_f64(n * n, 5), *y = data_f64(n * n, 6);
        printf("%d\n", smooth(n, (double (*)[n])x, (double (*)[n])y));
        show("y", y, n * n, sizeof *y);
        twice(n, (double (*)[n])x, (double (*)[n])y);
        show("y", y, n * n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
