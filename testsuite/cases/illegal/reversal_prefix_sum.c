// status: 1
/* A prefix sum from its end: each sum needs the one before it.
   legal: { S0[i] -> [2i] } */
#include "bits.h"
#include "size.h"

static void accumulate(int n, const double *restrict x, double *restrict sum)
{
#pragma polycc schedule { S0[i] -> [-i] }
#pragma scop
    for (int i = 1; i < n; i++)
        sum[i] = sum[i - 1] + x[i];
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *x = data_f64(n, 22), *sum = data_f64(n, 23);
    accumulate(n, x, sum);
    show("sum", sum, n, sizeof *sum);
    free(x);
    free(sum);
    return 0;
}
