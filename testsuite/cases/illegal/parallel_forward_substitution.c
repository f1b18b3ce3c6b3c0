// status: 1
/* Forward substitution with all rows at once, though each needs the solutions of those above. Column by
   column the rows are independent.
   legal: { S0[i] -> [0, 0, i]; S1[i,j] -> [j + 1, 1, i]; S2[i] -> [i + 1, 0, 0] } parallel(2) */
#include "bits.h"
#include "size.h"

static void solve(int n, double l[n][n], const double *restrict b, double *restrict x)
{
#pragma polycc schedule { S0[i] -> [i, 0, 0]; S1[i,j] -> [i, 1, j]; S2[i] -> [i, 2, 0] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++) {
S0:     x[i] = b[i];
        for (int j = 0; j < i; j++)
S1:         x[i] -= l[i][j] * x[j];
S2:     x[i] = x[i] / l[i][i];
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 5);
    double *l = data_f64(n * n, 33), *b = data_f64(n, 34), *x = data_f64(n, 35);
    solve(n, (void *)l, b, x);
    show("x", x, n, sizeof *x);
    free(l);
    free(b);
    free(x);
    return 0;
}
