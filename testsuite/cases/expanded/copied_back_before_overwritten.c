// polycc: --expand violated --at n=20
// expect: expanded u
/* The caller reads u, so the last version of each of its cells lives until it is copied back, behind all loops. */
#include "bits.h"

void columns(int n, double (*restrict x)[n], double *restrict u, double (*restrict y)[n])
{
#pragma polycc schedule { S0[i,j] -> [j,0,i]; S1[i,j] -> [j,1,i] }
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[j] = x[i][j] * 2;
            y[i][j] = u[j] + 1;
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
