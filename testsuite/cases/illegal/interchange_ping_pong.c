// status: 1
/* A stencil whose time steps go back and forth between two rows. With time innermost a cell takes all of its
   steps before its right neighbour takes the first.
   legal: { S0[t,i] -> [2t + i, t] } */
#include "bits.h"
#include "size.h"

static void diffuse(int steps, int n, double a[2][n])
{
#pragma polycc schedule { S0[t,i] -> [i, t] }
#pragma scop
    for (int t = 0; t < steps; t++)
        for (int i = 1; i < n - 1; i++)
            a[(t + 1) % 2][i] = 0.3 * a[t % 2][i - 1] + 0.5 * a[t % 2][i] + 0.2 * a[t % 2][i + 1];
#pragma endscop
}

int main(void)
{
    int steps = size("steps", 4), n = size("n", 7);
    double *a = data_f64(2 * n, 2);
    diffuse(steps, n, (void *)a);
    show("a", a, 2 * n, sizeof *a);
    free(a);
    return 0;
}
