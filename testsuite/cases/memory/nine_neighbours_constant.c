// polycc: --optimize memory --at steps=4
// bytes: 2560 -> 584
// expect: contracted f
/* Nine neighbours in single assignment at a constant size: n * n + n + 1 cells, all that are alive at once. */
#include "bits.h"

#define N 8

static void relax(int steps, const double in[restrict N][N], double out[restrict N][N])
{
    double f[steps + 1][N][N];
#pragma scop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            f[0][i][j] = in[i][j];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                f[t][i][j] = i > 0 && i < N - 1 && j > 0 && j < N - 1
                    ? f[t - 1][i - 1][j - 1] + f[t - 1][i - 1][j] + f[t - 1][i - 1][j + 1] + f[t - 1][i][j - 1]
                        - 8.0 * f[t - 1][i][j] + f[t - 1][i][j + 1] + f[t - 1][i + 1][j - 1] + f[t - 1][i + 1][j]
                        + f[t - 1][i + 1][j + 1]
                    : f[t - 1][i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            out[i][j] = f[steps][i][j];
#pragma endscop
}

int main(void)
{
    for (int steps = 0; steps < 6; steps++) {
        double *in = data_f64(N * N, 43), *out = data_f64(N * N, 44);
        relax(steps, (void *)in, (void *)out);
        show("out", out, N * N, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
