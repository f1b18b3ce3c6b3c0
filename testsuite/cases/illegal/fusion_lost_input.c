// status: 1
/* The second loop replaces what the first still reads as its left neighbour: fused without a delay it loses
   values from before the region.
   legal: { S0[i] -> [i]; S1[i] -> [i + 1] } */
#include "bits.h"
#include "size.h"

static void step(int n, double *restrict a, double *restrict b)
{
#pragma polycc schedule { S0[i] -> [i]; S1[i] -> [i] }
#pragma scop
    for (int i = 1; i < n - 1; i++)
S0:     b[i] = a[i - 1] - a[i + 1];
    for (int i = 0; i < n; i++)
S1:     a[i] = 0.5 * b[i];
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *a = data_f64(n, 8), *b = data_f64(n, 9);
    step(n, a, b);
    show("a", a, n, sizeof *a);
    show("b", b, n, sizeof *b);
    free(a);
    free(b);
    return 0;
}
