// status: 1
/* Smoothing in place along the diagonal: each cell needs its neighbour above to the right, which comes later
   once columns are outermost.
   legal: { S0[i,j] -> [i + j, i] } */
#include "bits.h"
#include "size.h"

static void smooth(int n, int m, double a[n][m])
{
#pragma polycc schedule { S0[i,j] -> [j, i] }
#pragma scop
    for (int i = 1; i < n; i++)
        for (int j = 0; j < m - 1; j++)
            a[i][j] = 0.25 * a[i][j] + 0.5 * a[i - 1][j + 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 5), m = size("m", 6);
    double *a = data_f64(n * m, 1);
    smooth(n, m, (void *)a);
    show("a", a, n * m, sizeof *a);
    free(a);
    return 0;
}
