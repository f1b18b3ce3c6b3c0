// status: 1
/* A stencil and its copy back on the diagonals t + i: all values are there in time, but a cell is copied back
   while its right neighbour still needs the old value. The slope has to be steeper.
   legal: { S0[t,i] -> [3t + i, 0]; S1[t,i] -> [3t + i + 1, 1] } */
#include "bits.h"
#include "size.h"

static void relax(int steps, int n, double *restrict a, double *restrict b)
{
#pragma polycc schedule { S0[t,i] -> [t + i, t, 0]; S1[t,i] -> [t + i, t, 1] }
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
S0:         b[i] = 0.3 * a[i - 1] + 0.5 * a[i] + 0.2 * a[i + 1];
        for (int i = 1; i < n - 1; i++)
S1:         a[i] = 0.9 * b[i];
    }
#pragma endscop
}

int main(void)
{
    int steps = size("steps", 4), n = size("n", 7);
    double *a = data_f64(n, 27), *b = data_f64(n, 28);
    relax(steps, n, a, b);
    show("a", a, n, sizeof *a);
    show("b", b, n, sizeof *b);
    free(a);
    free(b);
    return 0;
}
