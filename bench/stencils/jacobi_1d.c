/* Three-point Jacobi on a rod, a row for every step. */
#include "stencil.h"

size_t cells(int n)
{
    return n;
}

void stencil(int steps, int n, double *restrict state)
{
    double (*u)[n] = malloc(sizeof(double[steps + 1][n]));
    if (u == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = state[i];
    for (int t = 1; t <= steps; t++) {
        u[t][0] = u[t - 1][0];
        for (int i = 1; i < n - 1; i++)
            u[t][i] = 0.25 * u[t - 1][i - 1] + 0.5 * u[t - 1][i] + 0.25 * u[t - 1][i + 1];
        u[t][n - 1] = u[t - 1][n - 1];
    }
    for (int i = 0; i < n; i++)
        state[i] = u[steps][i];
#pragma endscop
    free(u);
}
