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
    /* polycc: tmp[i][j] -> tmp[j % 4]; 4 cells instead of N * M */
    int tmp[4];
#pragma scop
    for (i = 1; i < N - 1; i++) {
        for (j = 0; j < 3 && j < M; j++)
            tmp[j % 4] = 3 * in[i][j] - in[i - 1][j] - in[i + 1][j];
        for (j = 3; j <= M; j++) {
            if (j < M)
                tmp[j % 4] = 3 * in[i][j] - in[i - 1][j] - in[i + 1][j];
            out[i][j - 2] = 3 * tmp[(j - 2) % 4] - tmp[(j - 3) % 4] - tmp[(j - 1) % 4];
        }
    }
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
