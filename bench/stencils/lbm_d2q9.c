/* A lattice Boltzmann method with nine velocities on a plate; at the border the distributions stay. All steps are kept. */
#include "stencil.h"

size_t cells(int n)
{
    return 9 * (size_t)n * n;
}

static void flow(int steps, int n, double (*restrict state)[n][n])
{
    double (*f0)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f1)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f2)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f3)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f4)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f5)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f6)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f7)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*f8)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    if (f0 == NULL || f1 == NULL || f2 == NULL || f3 == NULL || f4 == NULL || f5 == NULL || f6 == NULL || f7 == NULL || f8 == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f0[0][i][j] = state[0][i][j];
            f1[0][i][j] = state[1][i][j];
            f2[0][i][j] = state[2][i][j];
            f3[0][i][j] = state[3][i][j];
            f4[0][i][j] = state[4][i][j];
            f5[0][i][j] = state[5][i][j];
            f6[0][i][j] = state[6][i][j];
            f7[0][i][j] = state[7][i][j];
            f8[0][i][j] = state[8][i][j];
        }
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++) {
            f0[t][0][j] = f0[t - 1][0][j];
            f1[t][0][j] = f1[t - 1][0][j];
            f2[t][0][j] = f2[t - 1][0][j];
            f3[t][0][j] = f3[t - 1][0][j];
            f4[t][0][j] = f4[t - 1][0][j];
            f5[t][0][j] = f5[t - 1][0][j];
            f6[t][0][j] = f6[t - 1][0][j];
            f7[t][0][j] = f7[t - 1][0][j];
            f8[t][0][j] = f8[t - 1][0][j];
        }
        for (int i = 1; i < n - 1; i++) {
            f0[t][i][0] = f0[t - 1][i][0];
            f1[t][i][0] = f1[t - 1][i][0];
            f2[t][i][0] = f2[t - 1][i][0];
            f3[t][i][0] = f3[t - 1][i][0];
            f4[t][i][0] = f4[t - 1][i][0];
            f5[t][i][0] = f5[t - 1][i][0];
            f6[t][i][0] = f6[t - 1][i][0];
            f7[t][i][0] = f7[t - 1][i][0];
            f8[t][i][0] = f8[t - 1][i][0];
            for (int j = 1; j < n - 1; j++) {
                double p0 = f0[t - 1][i][j];
                double p1 = f1[t - 1][i - 1][j];
                double p2 = f2[t - 1][i][j - 1];
                double p3 = f3[t - 1][i + 1][j];
                double p4 = f4[t - 1][i][j + 1];
                double p5 = f5[t - 1][i - 1][j - 1];
                double p6 = f6[t - 1][i + 1][j - 1];
                double p7 = f7[t - 1][i + 1][j + 1];
                double p8 = f8[t - 1][i - 1][j + 1];
                double density = p0 + p1 + p2 + p3 + p4 + p5 + p6 + p7 + p8;
                double u = (p1 - p3 + p5 - p6 - p7 + p8) / density;
                double v = (p2 - p4 + p5 + p6 - p7 - p8) / density;
                double still = density * (1.0 - 1.5 * (u * u + v * v));
                f0[t][i][j] = p0 + 0.6 * (4.0 / 9.0 * still - p0);
                f1[t][i][j] = p1 + 0.6 * (1.0 / 9.0 * (still + density * (3.0 + 4.5 * u) * u) - p1);
                f2[t][i][j] = p2 + 0.6 * (1.0 / 9.0 * (still + density * (3.0 + 4.5 * v) * v) - p2);
                f3[t][i][j] = p3 + 0.6 * (1.0 / 9.0 * (still - density * (3.0 - 4.5 * u) * u) - p3);
                f4[t][i][j] = p4 + 0.6 * (1.0 / 9.0 * (still - density * (3.0 - 4.5 * v) * v) - p4);
                f5[t][i][j] = p5 + 0.6 * (1.0 / 36.0 * (still + density * (3.0 + 4.5 * (u + v)) * (u + v)) - p5);
                f6[t][i][j] = p6 + 0.6 * (1.0 / 36.0 * (still + density * (3.0 + 4.5 * (v - u)) * (v - u)) - p6);
                f7[t][i][j] = p7 + 0.6 * (1.0 / 36.0 * (still - density * (3.0 - 4.5 * (u + v)) * (u + v)) - p7);
                f8[t][i][j] = p8 + 0.6 * (1.0 / 36.0 * (still - density * (3.0 - 4.5 * (v - u)) * (v - u)) - p8);
            }
            f0[t][i][n - 1] = f0[t - 1][i][n - 1];
            f1[t][i][n - 1] = f1[t - 1][i][n - 1];
            f2[t][i][n - 1] = f2[t - 1][i][n - 1];
            f3[t][i][n - 1] = f3[t - 1][i][n - 1];
            f4[t][i][n - 1] = f4[t - 1][i][n - 1];
            f5[t][i][n - 1] = f5[t - 1][i][n - 1];
            f6[t][i][n - 1] = f6[t - 1][i][n - 1];
            f7[t][i][n - 1] = f7[t - 1][i][n - 1];
            f8[t][i][n - 1] = f8[t - 1][i][n - 1];
        }
        for (int j = 0; j < n; j++) {
            f0[t][n - 1][j] = f0[t - 1][n - 1][j];
            f1[t][n - 1][j] = f1[t - 1][n - 1][j];
            f2[t][n - 1][j] = f2[t - 1][n - 1][j];
            f3[t][n - 1][j] = f3[t - 1][n - 1][j];
            f4[t][n - 1][j] = f4[t - 1][n - 1][j];
            f5[t][n - 1][j] = f5[t - 1][n - 1][j];
            f6[t][n - 1][j] = f6[t - 1][n - 1][j];
            f7[t][n - 1][j] = f7[t - 1][n - 1][j];
            f8[t][n - 1][j] = f8[t - 1][n - 1][j];
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            state[0][i][j] = f0[steps][i][j];
            state[1][i][j] = f1[steps][i][j];
            state[2][i][j] = f2[steps][i][j];
            state[3][i][j] = f3[steps][i][j];
            state[4][i][j] = f4[steps][i][j];
            state[5][i][j] = f5[steps][i][j];
            state[6][i][j] = f6[steps][i][j];
            state[7][i][j] = f7[steps][i][j];
            state[8][i][j] = f8[steps][i][j];
        }
#pragma endscop
    free(f0);
    free(f1);
    free(f2);
    free(f3);
    free(f4);
    free(f5);
    free(f6);
    free(f7);
    free(f8);
}

void stencil(int steps, int n, double *state)
{
    flow(steps, n, (void *)state);
}
