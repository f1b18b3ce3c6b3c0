/* Seven-point heat equation in a cube with walls of temperature 0, a cube for every step. */
#include "stencil.h"

size_t cells(int n)
{
    return (size_t)n * n * n;
}

static void conduct(int steps, int n, double (*restrict state)[n][n])
{
    double (*u)[n][n][n] = malloc(sizeof(double[steps + 1][n][n][n]));
    if (u == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[0][i][j][k] = state[i][j][k];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i == 0 || i == n - 1 || j == 0 || j == n - 1) {
                    for (int k = 0; k < n; k++)
                        u[t][i][j][k] = 0.0;
                } else {
                    u[t][i][j][0] = 0.0;
                    for (int k = 1; k < n - 1; k++)
                        u[t][i][j][k] = u[t - 1][i][j][k]
                            + 0.125 * (u[t - 1][i - 1][j][k] - 2.0 * u[t - 1][i][j][k] + u[t - 1][i + 1][j][k])
                            + 0.125 * (u[t - 1][i][j - 1][k] - 2.0 * u[t - 1][i][j][k] + u[t - 1][i][j + 1][k])
                            + 0.125 * (u[t - 1][i][j][k - 1] - 2.0 * u[t - 1][i][j][k] + u[t - 1][i][j][k + 1]);
                    u[t][i][j][n - 1] = 0.0;
                }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                state[i][j][k] = u[steps][i][j][k];
#pragma endscop
    free(u);
}

void stencil(int steps, int n, double *state)
{
    conduct(steps, n, (void *)state);
}
