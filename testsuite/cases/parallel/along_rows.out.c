// polycc: --parallel --optimize speed --at n=1000
/* Products of matrices: threads share the rows of the result, and within each the innermost loop goes along rows, with a row of
   sums for each thread. In the second, too, although threads would start anew for each k, and so only for rows that are very long: several
   down columns take longer than one along rows. */
#include "bits.h"

static void product(int n, const double a[restrict n][n], const double b[restrict n][n], double c[restrict n][n])
{
    {
        /* polycc: sum[i % 512], versions by j; 512 cells */
        double sum[512];
        #pragma omp parallel for if(1.0 * n * n * n > 20000) private(sum)
        for (int i = 0; i < n; i++) {
            for (long t = 0; t < (long)n; t += 512) {
                int last = n - 1 < t + 511 ? n - 1 : t + 511;
                for (int j = t; j <= last; j++)
                    sum[j - t] = 0;
                for (int k = 0; k < n; k++)
                    for (int j = t; j <= last; j++)
                        sum[j - t] += a[i][k] * b[k][j];
                for (int j = t; j <= last; j++)
                    c[i][j] = sum[j - t];
            }
        }
    }
}

static void transposed(int n, const double a[restrict n][n], const double x[restrict n], double y[restrict n])
{
    for (int k = 0; k < n; k++) {
        #pragma omp parallel for if(n > 20000)
        for (int i = 0; i < n; i++)
            y[i] += a[k][i] * x[k];
    }
}

static void run(int n)
{
    double(*a)[n] = (void *)data_f64(n * n, 1), (*b)[n] = (void *)data_f64(n * n, 2), c[n][n];
    double *x = data_f64(n, 3), *y = data_f64(n, 4);
    product(n, a, b, c);
    transposed(n, c, x, y);
    show("product", c, n * n, sizeof(double));
    show("transposed", y, n, sizeof(double));
    free(a);
    free(b);
    free(x);
    free(y);
}

int main(void)
{
    run(1);
    run(5);
    run(70);
    return 0;
}
