// polycc: --at N=20,M=30
// bytes: 2400 -> 16
// expect: contracted tmp
/* The separable filter of "Memory Allocation and Array Contraction", Figure 1: under the
   schedule [i,j], [i,j+2] a row is filtered two points behind its producer, so tmp is a
   window of four points whatever N and M are. */
#include "bits.h"

void gauss(int M, int N, int in[N][M], int out[N][M])
{
    int i, j;
    int tmp[N][M];
#pragma scop
#pragma polycc schedule { S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }
    for (i = 1; i < N - 1; i++)
        for (j = 0; j < M; j++)
S0:         tmp[i][j] = 3 * in[i][j] - in[i - 1][j] - in[i + 1][j];
    for (i = 1; i < N - 1; i++)
        for (j = 1; j < M - 1; j++)
S1:         out[i][j] = 3 * tmp[i][j] - tmp[i][j - 1] - tmp[i][j + 1];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 5}, {3, 1}, {3, 2}, {3, 3}, {5, 4}, {8, 13}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        int *in = data_i32(n * m, 1, 256), *out = data_i32(n * m, 2, 256);
        gauss(m, n, (void *)in, (void *)out);
        show("out", out, n * m, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
