// status: 1
/* Iterations that share a scalar: one may write it between the write and the read of another.
   legal: { S0[i] -> [-i, 0]; S1[i] -> [-i, 1] } */
#include "bits.h"
#include "size.h"

static void correct(int n, const double *restrict in, double *restrict out)
{
    double t;
#pragma polycc schedule { S0[i] -> [i, 0]; S1[i] -> [i, 1] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++) {
S0:     t = in[i] * in[i];
S1:     out[i] = t + 0.5 * t * t;
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *in = data_f64(n, 31), *out = data_f64(n, 32);
    correct(n, in, out);
    show("out", out, n, sizeof *out);
    free(in);
    free(out);
    return 0;
}
