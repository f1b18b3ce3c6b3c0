// status: 1
/* Windows of three cells that overlap in one: the later window has the last word there, unless all windows are
   written at once. The cells of one window are independent.
   legal: { S0[i,k] -> [i, k] } parallel(1) */
#include "bits.h"
#include "size.h"

static void scatter(int n, double x[n][3], double *restrict y)
{
#pragma polycc schedule { S0[i,k] -> [i, k] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            y[2 * i + k] = 2.0 * x[i][k];
#pragma endscop
}

int main(void)
{
    int n = size("n", 4);
    double *x = data_f64(3 * n, 37), *y = data_f64(2 * n + 1, 38);
    scatter(n, (void *)x, y);
    show("y", y, 2 * n + 1, sizeof *y);
    free(x);
    free(y);
    return 0;
}
