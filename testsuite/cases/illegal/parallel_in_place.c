// status: 1
/* A stencil in place that reads ahead: it needs no value of another iteration, only that the cell to its right
   isn't replaced too early.
   legal: { S0[i] -> [i] } */
#include "bits.h"
#include "size.h"

static void filter(int n, double *a)
{
#pragma polycc schedule { S0[i] -> [i] } parallel(0)
#pragma scop
    for (int i = 0; i < n - 1; i++)
        a[i] = 0.5 * a[i] + 0.25 * a[i + 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *a = data_f64(n, 36);
    filter(n, a);
    show("a", a, n, sizeof *a);
    free(a);
    return 0;
}
