/* A counter that moves around other statements doesn't hide the constant that these name. */
#include "bits.h"

enum { k = 3 };

static void shift(int n, double x[restrict n][n], double y[restrict n][n])
{
    double u[n][n];
#pragma scop
    {
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                u[k][j] = x[k][j] + 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] = u[i][j] * k;
#pragma endscop
}

int main(void)
{
    for (int n = 1; n < 8; n++) {
        double *x = data_f64(n * n, 5), *y = data_f64(n * n, 6);
        shift(n, (double (*)[n])x, (double (*)[n])y);
        show("y", y, n * n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
