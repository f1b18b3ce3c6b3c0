// status: 1
/* Back substitution of a triangular system, distributed: products need solutions that are divided only
   afterwards.
   legal: { S0[i] -> [0, 0, -i]; S1[i,j] -> [1, 2n - 2j, -i]; S2[i] -> [1, 2n - 2i - 1, 0] } */
#include "bits.h"
#include "size.h"

static void solve(int n, double u[n][n], const double *restrict b, double *restrict x)
{
#pragma polycc schedule { S0[i] -> [0, -i, 0]; S1[i,j] -> [1, -i, -j]; S2[i] -> [2, -i, 0] }
#pragma scop
    for (int i = n - 1; i >= 0; i--) {
S0:     x[i] = b[i];
        for (int j = n - 1; j > i; j--)
S1:         x[i] -= u[i][j] * x[j];
S2:     x[i] = x[i] / u[i][i];
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 5);
    double *u = data_f64(n * n, 16), *b = data_f64(n, 17), *x = data_f64(n, 18);
    solve(n, (void *)u, b, x);
    show("x", x, n, sizeof *x);
    free(u);
    free(b);
    free(x);
    return 0;
}
