// polycc: --optimize memory --at steps=4,n=20
// bytes: 144000 -> 29120
// expect: contracted f0
// expect: contracted f1
// expect: contracted f2
// expect: contracted f3
// expect: contracted f4
// expect: contracted f5
// expect: contracted f6
// expect: contracted f7
// expect: contracted f8
/* A lattice Boltzmann method in two dimensions with nine velocities, in single assignment. A value streams to one neighbour, of
   the next step: at most the cells of one step are alive of each distribution, and up to a row and a cell more where the
   neighbour comes later in the order of the loops. */
#include "bits.h"

static void flow(int steps, int n, const double in[restrict n][n], double out[restrict n][n])
{
    /* polycc: f0[i][j][k] -> f0[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f0[n][n];
    /* polycc: f1[i][j][k] -> f1[(steps + j - i) % n][k % n]; n * n cells instead of (steps + 1) * n * n */
    double f1[n][n];
    /* polycc: f2[i][j][k] -> f2[j % n][(steps + k - i) % n]; n * n cells instead of (steps + 1) * n * n */
    double f2[n][n];
    /* polycc: f3[i][j][k] -> f3[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f3[n][n];
    /* polycc: f4[i][j][k] -> f4[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f4[n][n];
    /* polycc: f5[i][j][k] -> f5[(steps + j - i) % (n + 1)][(steps + k - i) % n]; (n + 1) * n cells instead of (steps + 1) * n * n */
    double f5[n + 1][n];
    /* polycc: f6[i][j][k] -> f6[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f6[n][n];
    /* polycc: f7[i][j][k] -> f7[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f7[n][n];
    /* polycc: f8[i][j][k] -> f8[(steps + j - i) % (n + 1)][k % n]; (n + 1) * n cells instead of (steps + 1) * n * n */
    double f8[n + 1][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f0[i][j] = in[i][j] * (4.0 / 9.0);
            f1[(steps + i) % n][j % n] = in[i][j] * (1.0 / 9.0);
            f2[i % n][(steps + j) % n] = in[i][j] * (1.0 / 9.0);
            f3[i][j] = in[i][j] * (1.0 / 9.0);
            f4[i][j] = in[i][j] * (1.0 / 9.0);
            f5[(steps + i) % (n + 1)][(steps + j) % n] = in[i][j] * (1.0 / 36.0);
            f6[i][j] = in[i][j] * (1.0 / 36.0);
            f7[i][j] = in[i][j] * (1.0 / 36.0);
            f8[(steps + i) % (n + 1)][j % n] = in[i][j] * (1.0 / 36.0);
        }
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double p0 = f0[i][j];
                double p1 = i > 0 ? f1[(steps + i - t) % n][j % n] : f1[(steps + i - t + 1) % n][j % n];
                double p2 = j > 0 ? f2[i % n][(steps + j - t) % n] : f2[i % n][(steps + j - t + 1) % n];
                double p3 = i < n - 1 ? f3[i + 1][j] : f3[i][j];
                double p4 = j < n - 1 ? f4[i][j + 1] : f4[i][j];
                double p5 = i > 0 && j > 0 ? f5[(steps + i - t) % (n + 1)][(steps + j - t) % n] : f5[(steps + i - t + 1) % (n + 1)][(steps + j - t + 1) % n];
                double p6 = i < n - 1 && j > 0 ? f6[i + 1][j - 1] : f6[i][j];
                double p7 = i < n - 1 && j < n - 1 ? f7[i + 1][j + 1] : f7[i][j];
                double p8 = i > 0 && j < n - 1 ? f8[(steps + i - t) % (n + 1)][(j + 1) % n] : f8[(steps + i - t + 1) % (n + 1)][j % n];
                double density = p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8;
                f0[i][j] = p0 + 0.6 * (4.0 / 9.0 * density - p0);
                f1[(steps + i - t) % n][j % n] = p1 + 0.6 * (1.0 / 9.0 * density - p1);
                f2[i % n][(steps + j - t) % n] = p2 + 0.6 * (1.0 / 9.0 * density - p2);
                f3[i][j] = p3 + 0.6 * (1.0 / 9.0 * density - p3);
                f4[i][j] = p4 + 0.6 * (1.0 / 9.0 * density - p4);
                f5[(steps + i - t) % (n + 1)][(steps + j - t) % n] = p5 + 0.6 * (1.0 / 36.0 * density - p5);
                f6[i][j] = p6 + 0.6 * (1.0 / 36.0 * density - p6);
                f7[i][j] = p7 + 0.6 * (1.0 / 36.0 * density - p7);
                f8[(steps + i - t) % (n + 1)][j % n] = p8 + 0.6 * (1.0 / 36.0 * density - p8);
            }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = f0[i][j] + f1[i % n][j % n] + f2[i % n][j % n] + f3[i][j] + f4[i][j] + f5[i % (n + 1)][j % n] + f6[i][j] + f7[i][j] + f8[i % (n + 1)][j % n];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {1, 2}, {3, 2}, {2, 3}, {4, 5}, {5, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *in = data_f64(n * n, 41), *out = data_f64(n * n, 42);
        flow(steps, n, (void *)in, (void *)out);
        show("out", out, n * n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
