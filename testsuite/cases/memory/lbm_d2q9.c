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
    double f0[steps + 1][n][n];
    double f1[steps + 1][n][n];
    double f2[steps + 1][n][n];
    double f3[steps + 1][n][n];
    double f4[steps + 1][n][n];
    double f5[steps + 1][n][n];
    double f6[steps + 1][n][n];
    double f7[steps + 1][n][n];
    double f8[steps + 1][n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f0[0][i][j] = in[i][j] * (4.0 / 9.0);
            f1[0][i][j] = in[i][j] * (1.0 / 9.0);
            f2[0][i][j] = in[i][j] * (1.0 / 9.0);
            f3[0][i][j] = in[i][j] * (1.0 / 9.0);
            f4[0][i][j] = in[i][j] * (1.0 / 9.0);
            f5[0][i][j] = in[i][j] * (1.0 / 36.0);
            f6[0][i][j] = in[i][j] * (1.0 / 36.0);
            f7[0][i][j] = in[i][j] * (1.0 / 36.0);
            f8[0][i][j] = in[i][j] * (1.0 / 36.0);
        }
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double p0 = f0[t - 1][i][j];
                double p1 = i > 0 ? f1[t - 1][i - 1][j] : f1[t - 1][i][j];
                double p2 = j > 0 ? f2[t - 1][i][j - 1] : f2[t - 1][i][j];
                double p3 = i < n - 1 ? f3[t - 1][i + 1][j] : f3[t - 1][i][j];
                double p4 = j < n - 1 ? f4[t - 1][i][j + 1] : f4[t - 1][i][j];
                double p5 = i > 0 && j > 0 ? f5[t - 1][i - 1][j - 1] : f5[t - 1][i][j];
                double p6 = i < n - 1 && j > 0 ? f6[t - 1][i + 1][j - 1] : f6[t - 1][i][j];
                double p7 = i < n - 1 && j < n - 1 ? f7[t - 1][i + 1][j + 1] : f7[t - 1][i][j];
                double p8 = i > 0 && j < n - 1 ? f8[t - 1][i - 1][j + 1] : f8[t - 1][i][j];
                double density = p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8;
                f0[t][i][j] = p0 + 0.6 * (4.0 / 9.0 * density - p0);
                f1[t][i][j] = p1 + 0.6 * (1.0 / 9.0 * density - p1);
                f2[t][i][j] = p2 + 0.6 * (1.0 / 9.0 * density - p2);
                f3[t][i][j] = p3 + 0.6 * (1.0 / 9.0 * density - p3);
                f4[t][i][j] = p4 + 0.6 * (1.0 / 9.0 * density - p4);
                f5[t][i][j] = p5 + 0.6 * (1.0 / 36.0 * density - p5);
                f6[t][i][j] = p6 + 0.6 * (1.0 / 36.0 * density - p6);
                f7[t][i][j] = p7 + 0.6 * (1.0 / 36.0 * density - p7);
                f8[t][i][j] = p8 + 0.6 * (1.0 / 36.0 * density - p8);
            }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = f0[steps][i][j] + f1[steps][i][j] + f2[steps][i][j] + f3[steps][i][j] + f4[steps][i][j] + f5[steps][i][j] + f6[steps][i][j] + f7[steps][i][j] + f8[steps][i][j];
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
