// polycc: --optimize memory --at steps=3
// bytes: 2048 -> 680
// expect: contracted f
/* Nineteen neighbours in three dimensions, in single assignment at a constant size: n * n * n + n * n + n + 1 cells. */
#include "bits.h"

#define N 4
#define IS_INSIDE(i, j, k) ((i) > 0 && (i) < N - 1 && (j) > 0 && (j) < N - 1 && (k) > 0 && (k) < N - 1)

static void relax(int steps, const double in[restrict N][N][N], double out[restrict N][N][N])
{
    double f[steps + 1][N][N][N];
#pragma scop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                f[0][i][j][k] = in[i][j][k];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    f[t][i][j][k] = IS_INSIDE(i, j, k)
                        ? f[t - 1][i - 1][j - 1][k] + f[t - 1][i - 1][j][k - 1] + f[t - 1][i - 1][j][k]
                            + f[t - 1][i - 1][j][k + 1] + f[t - 1][i - 1][j + 1][k] + f[t - 1][i][j - 1][k - 1]
                            + f[t - 1][i][j - 1][k] + f[t - 1][i][j - 1][k + 1] + f[t - 1][i][j][k - 1]
                            - 18.0 * f[t - 1][i][j][k] + f[t - 1][i][j][k + 1] + f[t - 1][i][j + 1][k - 1]
                            + f[t - 1][i][j + 1][k] + f[t - 1][i][j + 1][k + 1] + f[t - 1][i + 1][j - 1][k]
                            + f[t - 1][i + 1][j][k - 1] + f[t - 1][i + 1][j][k] + f[t - 1][i + 1][j][k + 1]
                            + f[t - 1][i + 1][j + 1][k]
                        : f[t - 1][i][j][k];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                out[i][j][k] = f[steps][i][j][k];
#pragma endscop
}

int main(void)
{
    for (int steps = 0; steps < 5; steps++) {
        double *in = data_f64(N * N * N, 45), *out = data_f64(N * N * N, 46);
        relax(steps, (void *)in, (void *)out);
        show("out", out, N * N * N, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
