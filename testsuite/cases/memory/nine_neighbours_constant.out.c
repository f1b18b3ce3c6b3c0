// polycc: --optimize memory --at steps=4
// bytes: 2560 -> 584
// expect: contracted f
/* Nine neighbours in single assignment at a constant size: n * n + n + 1 cells, all that are alive at once. */
#include "bits.h"

#define N 8

static void relax(int steps, const double in[restrict N][N], double out[restrict N][N])
{
    /* polycc: f[i][j][k] -> f[(64 * i + 8 * j + k) % 73]; 73 cells instead of (steps + 1) * 8 * 8 */
    double f[73];
#pragma scop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            f[(8 * i + j) % 73] = in[i][j];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                f[(64 * t + 8 * i + j) % 73] = i > 0 && i < N - 1 && j > 0 && j < N - 1
                    ? f[(64 * t + 8 * i + j - 73) % 73] + f[(64 * t + 8 * i + j - 72) % 73] + f[(64 * t + 8 * i + j - 71) % 73] + f[(64 * t + 8 * i + j - 65) % 73]
                        - 8.0 * f[(64 * t + 8 * i + j - 64) % 73] + f[(64 * t + 8 * i + j - 63) % 73] + f[(64 * t + 8 * i + j - 57) % 73] + f[(64 * t + 8 * i + j - 56) % 73]
                        + f[(64 * t + 8 * i + j - 55) % 73]
                    : f[(64 * t + 8 * i + j - 64) % 73];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            out[i][j] = f[(64 * steps + 8 * i + j) % 73];
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
