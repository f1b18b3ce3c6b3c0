// status: 1
/* Moving a row one cell to the left in place only works from the left.
   legal: { S0[i,j] -> [j, i] } */
#include "bits.h"
#include "size.h"

static void shift(int n, int m, double a[n][m])
{
#pragma polycc schedule { S0[i,j] -> [i, -j] }
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m - 1; j++)
            a[i][j] = 1.5 * a[i][j + 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 3), m = size("m", 6);
    double *a = data_f64(n * m, 24);
    shift(n, m, (void *)a);
    show("a", a, n * m, sizeof *a);
    free(a);
    return 0;
}
