/* Electromagnetic waves in two dimensions by finite differences in time, in place. */
#include "stencil.h"

size_t cells(int n)
{
    return 3 * (size_t)n * n;
}

static void step(int n, double (*restrict x)[n], double (*restrict y)[n], double (*restrict z)[n])
{
    for (int j = 0; j < n; j++)
        y[0][j] = 0.5;
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n; j++)
            y[i][j] -= 0.5 * (z[i][j] - z[i - 1][j]);
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n; j++)
            x[i][j] -= 0.5 * (z[i][j] - z[i][j - 1]);
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1; j++)
            z[i][j] -= 0.7 * (x[i][j + 1] - x[i][j] + y[i + 1][j] - y[i][j]);
}

void stencil(int steps, int n, double *state)
{
    size_t field = (size_t)n * n;
    for (int t = 0; t < steps; t++)
        step(n, (void *)state, (void *)(state + field), (void *)(state + 2 * field));
}
