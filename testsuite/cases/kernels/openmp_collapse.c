// polycc: --at n=6,m=4,k=10
// expect: unchanged
/* Both loops of a nest are shared; the sum in it is an iteration's own. */
#include "bits.h"

#define BOTH 2

static void multiply(int n, int m, int k, double a[n][k], double b[k][m], double c[n][m])
{
    int i, j, p;
    double sum;
#pragma scop
#pragma omp parallel for collapse(BOTH) private(p, sum) proc_bind(close)
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            sum = 0.0;
            for (p = 0; p < k; p++)
                sum += a[i][p] * b[p][j];
            c[i][j] = sum;
        }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n < 4; n++)
        for (int m = 1; m < 4; m++)
            for (int k = 0; k < 4; k++) {
                double *a = data_f64((long)n * k, 1), *b = data_f64((long)k * m, 2);
                double *c = data_f64((long)n * m, 3);
                int cells = k > 0 ? k : 1;
                if (k > 0)
                    multiply(n, m, k, (double (*)[cells])a, (double (*)[m])b, (double (*)[m])c);
                show("c", c, (long)n * m, sizeof *c);
                free(a);
                free(b);
                free(c);
            }
    return 0;
}
