// status: 1
/* The matrix product after scalar promotion: t holds one element at a time, so k can't be the outermost
   loop, though i and j may change places.
   legal: { S0[i,j] -> [j, i, 0, 0]; S1[i,j,k] -> [j, i, 1, k]; S2[i,j] -> [j, i, 2, 0] } */
#include "bits.h"
#include "size.h"

static void product(int n, double A[n][n], double B[n][n], double C[n][n])
{
    double t;
#pragma polycc schedule { S0[i,j] -> [0, 0, i, j]; S1[i,j,k] -> [1, k, i, j]; S2[i,j] -> [2, 0, i, j] }
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
S0:         t = A[i][j];
            for (int k = 0; k < n; k++)
S1:             t += B[i][k] * C[k][j];
S2:         A[i][j] = t;
        }
#pragma endscop
}

int main(void)
{
    int n = size("n", 4);
    double *a = data_f64(n * n, 3), *b = data_f64(n * n, 4), *c = data_f64(n * n, 5);
    product(n, (void *)a, (void *)b, (void *)c);
    show("A", a, n * n, sizeof *a);
    free(a);
    free(b);
    free(c);
    return 0;
}
