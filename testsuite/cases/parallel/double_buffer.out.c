// polycc: --at n=30,m=20
// expect: contracted a
// expect: contracted b
// bytes: 480 -> 32
/* Loads, computations and stores overlap by one iteration, as the order says: both buffers are
   double buffers. */
#include "bits.h"

void offload(int n, int m, const double (*restrict in)[m], double (*restrict out)[m])
{
    /* polycc: a[i] -> a[i % 2]; 2 cells instead of n */
    /* polycc: b[i] -> b[i % 2]; 2 cells instead of n */
    double a[2], b[2];
#pragma polycc order { L[i] -> L[j] : i < j; C[i] -> C[j] : i < j; S[i] -> S[j] : i < j; L[i] -> C[j] : i <= j; C[i] -> S[j] : i <= j; L[i] -> S[j] : i <= j; S[i] -> L[j] : j >= i + 2; S[i] -> C[j] : j >= i + 2; C[i] -> L[j] : j >= i + 2 }
#pragma scop
    for (int i = 0; i < n; i++) {
        L: a[i % 2] = in[i][0];
        C: b[i % 2] = a[i % 2] * 3 - i;
        S: out[i][0] = b[i % 2];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *in = data_f64(n * m, 1), *out = data_f64(n * m, 2);
        offload(n, m, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
