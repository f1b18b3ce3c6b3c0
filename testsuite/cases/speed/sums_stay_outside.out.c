// polycc: --at n=1000,m=1000
/* The innermost loop goes down a column of `a`, and adds to a row of `c`. With the loop over `k` in its place each addition
   would wait for the one before. */
#include "bits.h"

static void update(int n, int m, const double a[restrict n][m], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < m; k++)
            for (int j = 0; j <= i; j++)
                c[i][j] += a[i][k] * a[j][k];
}

int main(void)
{
    enum { N = 9, M = 4 };
    double(*a)[M] = (void *)data_f64(N * M, 1), (*c)[N] = (void *)data_f64(N * N, 2);
    update(N, M, a, c);
    show("updated", c, N * N, sizeof(double));
    free(a);
    free(c);
    return 0;
}
