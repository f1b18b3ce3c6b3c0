/* polycc jacobi1d.c --at steps=500,n=1000 -o jacobi1d.polycc.c
   The mathematics as it stands on paper: a row for every time step, each value assigned once.
   Look at the declaration of `u` in the output: two rows, whatever the number of steps. */
#include <stdio.h>

static void relax(int steps, int n, double x[n])
{
    double u[steps + 1][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = x[i];
    for (int t = 1; t <= steps; t++) {
        u[t][0] = u[t - 1][0];
        for (int i = 1; i < n - 1; i++)
            u[t][i] = (u[t - 1][i - 1] + u[t - 1][i] + u[t - 1][i + 1]) / 3;
        u[t][n - 1] = u[t - 1][n - 1];
    }
    for (int i = 0; i < n; i++)
        x[i] = u[steps][i];
#pragma endscop
}

int main(void)
{
    double x[1000], sum = 0;
    for (int i = 0; i < 1000; i++)
        x[i] = (i * 37) % 101;
    relax(500, 1000, x);
    for (int i = 0; i < 1000; i++)
        sum += x[i] * i;
    printf("%a\n", sum);
    return 0;
}
