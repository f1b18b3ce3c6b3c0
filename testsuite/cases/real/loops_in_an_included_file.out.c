// expect: contracted u
// says: its text can't be replaced for certain
/* The loops of a region stand in a file that it includes, which stays. So does this region, with a warning; the other one
   changes. */
#include <stdio.h>

static void sums(int n, double x[restrict n][n], double y[restrict n])
{
    double t[n][n];
#pragma scop
#include "row_sums.h"
#pragma endscop
}

static void rows(int n, double x[restrict n][n], double y[restrict n])
{
    /* polycc: u[i][j] -> u[j]; n cells instead of n * n */
    double u[n];
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            u[j] = x[i][j] * 2;
        for (int j = 0; j < n; j++)
            y[i] += u[n - j - 1];
    }
#pragma endscop
}

int main(void)
{
    for (int n = 0; n < 6; n++) {
        double x[n + 1][n + 1], y[n + 1];
        for (int i = 0; i <= n; i++) {
            y[i] = 0;
            for (int j = 0; j <= n; j++)
                x[i][j] = i + 0.5 * j;
        }
        sums(n + 1, x, y);
        rows(n + 1, x, y);
        for (int i = 0; i <= n; i++)
            printf("%a\n", y[i]);
    }
    return 0;
}
