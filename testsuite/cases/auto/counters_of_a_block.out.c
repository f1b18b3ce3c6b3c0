/* Counters that a block of the outer loop declares hide variables of their names, which keep their values. */
#include "bits.h"

static int smooth(int n, double x[restrict n][n], double y[restrict n][n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of n * n */
    double u[2][n];
    int i = 42, j = 7;
    for (int s = 0; s < 3; s++) {
        double *u_0 = u[0], *u_1 = u[1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                u_0[j] = x[i][j] * s;
            if (i >= 1)
                for (int j = 0; j < n; j++)
                    y[i][j] += u_0[j] + u_1[j];
            double *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
    return i + j;
}

/* Without variables that they hide. */
static void twice(int n, double x[restrict n][n], double y[restrict n][n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of n * n */
    double u[2][n];
    for (int s = 0; s < 2; s++) {
        double *u_0 = u[0], *u_1 = u[1];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                u_0[j] = x[i][j] + s;
            if (i >= 1)
                for (int j = 0; j < n; j++)
                    y[i][j] += u_0[j] * u_1[j];
            double *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
}

int main(void)
{
    for (int n = 1; n < 8; n++) {
        double *x = data_f64(n * n, 5), *y = data_f64(n * n, 6);
        printf("%d\n", smooth(n, (double (*)[n])x, (double (*)[n])y));
        show("y", y, n * n, sizeof *y);
        twice(n, (double (*)[n])x, (double (*)[n])y);
        show("y", y, n * n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
