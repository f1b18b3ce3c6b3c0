/* Five-point Jacobi on a plate whose border stays, a plane for every step. */
#include "stencil.h"

size_t cells(int n)
{
    return (size_t)n * n;
}

static void relax(int steps, int n, double (*restrict state)[n])
{
    double (*u)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    if (u == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[0][i][j] = state[i][j];
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++)
            u[t][0][j] = u[t - 1][0][j];
        for (int i = 1; i < n - 1; i++) {
            u[t][i][0] = u[t - 1][i][0];
            for (int j = 1; j < n - 1; j++)
                u[t][i][j] = 0.2 * (u[t - 1][i][j] + u[t - 1][i][j - 1] + u[t - 1][i][j + 1] + u[t - 1][i - 1][j]
                                    + u[t - 1][i + 1][j]);
            u[t][i][n - 1] = u[t - 1][i][n - 1];
        }
        for (int j = 0; j < n; j++)
            u[t][n - 1][j] = u[t - 1][n - 1][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            state[i][j] = u[steps][i][j];
#pragma endscop
    free(u);
}

void stencil(int steps, int n, double *state)
{
    relax(steps, n, (void *)state);
}
