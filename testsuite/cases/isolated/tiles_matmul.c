// polycc: --tile=2 --transfer-reuse --at n=8,m=8,p=8,t=0,t1=0
/* A matrix product in tiles: with sides of t, n * n * n / t elements of each factor go in, and n * n of the result both
   ways, since its tile stays for all tiles along k. */
#include "bits.h"
#include "each_size.h"

static void multiply(int n, int m, int p, double c[restrict n][p], double a[restrict n][m], double b[restrict m][p])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        for (int j = 0; j < p; j++)
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
}

int main(void)
{
    each_size(n) each_width(m) each_width(p) {
        double *a = data_f64(n * m, 1), *b = data_f64(m * p, 2), *c = data_f64(n * p, 3);
        multiply(n, m, p, (double(*)[p])c, (double(*)[m])a, (double(*)[p])b);
        show("c", c, n * p, sizeof *c);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
