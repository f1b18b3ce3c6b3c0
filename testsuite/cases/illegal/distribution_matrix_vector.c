// status: 1
/* The matrix-vector product with its sum in a scalar, distributed: all sums would need the scalar at once.
   legal: { S0[i] -> [-i, 0, 0]; S1[i,j] -> [-i, 1, j]; S2[i] -> [-i, 2, 0] } */
#include "bits.h"
#include "size.h"

static void multiply(int n, int m, double a[n][m], const double *restrict x, double *restrict y)
{
    double s;
#pragma polycc schedule { S0[i] -> [0, i, 0]; S1[i,j] -> [1, i, j]; S2[i] -> [2, i, 0] }
#pragma scop
    for (int i = 0; i < n; i++) {
S0:     s = y[i];
        for (int j = 0; j < m; j++)
S1:         s += a[i][j] * x[j];
S2:     y[i] = s;
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 4), m = size("m", 5);
    double *a = data_f64(n * m, 13), *x = data_f64(m, 14), *y = data_f64(n, 15);
    multiply(n, m, (void *)a, x, y);
    show("y", y, n, sizeof *y);
    free(a);
    free(x);
    free(y);
    return 0;
}
