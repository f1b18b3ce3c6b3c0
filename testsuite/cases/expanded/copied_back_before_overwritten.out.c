// polycc: --expand violated --at n=20
// expect: expanded u
/* The caller reads u, so the last version of each of its cells lives until it is copied back, behind all loops. */
#include "bits.h"

void columns(int n, double (*restrict x)[n], double *restrict u, double (*restrict y)[n])
{
#pragma scop
    {
        /* polycc: u_versions[i][j], versions by i; n * n cells */
        double u_versions[n][n];
        for (int j = 0; j < n; j++) {
            for (int i = 0; i < n; i++)
                u_versions[i][j] = x[i][j] * 2;
            for (int i = 0; i < n; i++)
                y[i][j] = u_versions[i][j] + 1;
        }
        for (int t = 0; t < n; t++)
            u[t] = u_versions[n - 1][t];
    }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n < 9; n++) {
        double *x = data_f64(n * n, 1), *u = data_f64(n, 2), *y = data_f64(n * n, 3);
        columns(n, (void *)x, u, (void *)y);
        show("u", u, n, sizeof *u);
        show("y", y, n * n, sizeof *y);
        free(x);
        free(u);
        free(y);
    }
    return 0;
}
