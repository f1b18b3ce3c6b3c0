// status: 1
/* Two passes of a blur, fused without a delay: the second pass looks one cell ahead of the first.
   legal: { S0[i] -> [i, 0]; S1[i] -> [i + 1, 1] } */
#include "bits.h"
#include "size.h"

static void blur(int n, const double *restrict in, double *restrict out)
{
    double t[n];
#pragma polycc schedule { S0[i] -> [i, 0]; S1[i] -> [i, 1] }
#pragma scop
    for (int i = 0; i < n; i++)
S0:     t[i] = 3.0 * in[i];
    for (int i = 1; i < n - 1; i++)
S1:     out[i] = t[i - 1] + t[i] + t[i + 1];
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *in = data_f64(n, 6), *out = data_f64(n, 7);
    blur(n, in, out);
    show("out", out, n, sizeof *out);
    free(in);
    free(out);
    return 0;
}
