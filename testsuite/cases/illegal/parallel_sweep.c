// status: 1
/* Gauss-Seidel in two dimensions with parallel rows; its wavefronts would be.
   legal: { S0[i,j] -> [i + j, i] } parallel(1) */
#include "bits.h"
#include "size.h"

static void sweep(int n, int m, double a[n][m])
{
#pragma polycc schedule { S0[i,j] -> [i, j] } parallel(1)
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 1; j < m - 1; j++)
            a[i][j] = 0.4 * a[i - 1][j] + 0.3 * a[i][j - 1] + 0.2 * a[i][j] + 0.1 * a[i][j + 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 5), m = size("m", 6);
    double *a = data_f64(n * m, 39);
    sweep(n, m, (void *)a);
    show("a", a, n * m, sizeof *a);
    free(a);
    return 0;
}
