// polycc: --optimize memory --at steps=3
// bytes: 2048 -> 680
// expect: contracted f
/* Nineteen neighbours in three dimensions, in single assignment at a constant size: n * n * n + n * n + n + 1 cells. */
#include "bits.h"

#define N 4
#define IS_INSIDE(i, j, k) ((i) > 0 && (i) < N - 1 && (j) > 0 && (j) < N - 1 && (k) > 0 && (k) < N - 1)

static void relax(int steps, const double in[restrict N][N][N], double out[restrict N][N][N])
{
    /* polycc: f[i][j][k][l] -> f[(64 * i + 16 * j + 4 * k + l) % 85]; 85 cells instead of (steps + 1) * 4 * 4 * 4 */
    double f[85];
#pragma scop
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                f[(16 * i + 4 * j + k) % 85] = in[i][j][k];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                for (int k = 0; k < N; k++)
                    f[(64 * t + 16 * i + 4 * j + k) % 85] = IS_INSIDE(i, j, k)
                        ? f[(64 * t + 16 * i + 4 * j + k - 84) % 85] + f[(64 * t + 16 * i + 4 * j + k - 81) % 85] + f[(64 * t + 16 * i + 4 * j + k - 80) % 85]
                            + f[(64 * t + 16 * i + 4 * j + k - 79) % 85] + f[(64 * t + 16 * i + 4 * j + k - 76) % 85] + f[(64 * t + 16 * i + 4 * j + k - 69) % 85]
                            + f[(64 * t + 16 * i + 4 * j + k - 68) % 85] + f[(64 * t + 16 * i + 4 * j + k - 67) % 85] + f[(64 * t + 16 * i + 4 * j + k - 65) % 85]
                            - 18.0 * f[(64 * t + 16 * i + 4 * j + k - 64) % 85] + f[(64 * t + 16 * i + 4 * j + k - 63) % 85] + f[(64 * t + 16 * i + 4 * j + k - 61) % 85]
                            + f[(64 * t + 16 * i + 4 * j + k - 60) % 85] + f[(64 * t + 16 * i + 4 * j + k - 59) % 85] + f[(64 * t + 16 * i + 4 * j + k - 52) % 85]
                            + f[(64 * t + 16 * i + 4 * j + k - 49) % 85] + f[(64 * t + 16 * i + 4 * j + k - 48) % 85] + f[(64 * t + 16 * i + 4 * j + k - 47) % 85]
                            + f[(64 * t + 16 * i + 4 * j + k - 44) % 85]
                        : f[(64 * t + 16 * i + 4 * j + k - 64) % 85];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                out[i][j][k] = f[(64 * steps + 16 * i + 4 * j + k) % 85];
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
