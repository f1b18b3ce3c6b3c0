/* Seven-point heat equation in a cube with walls of temperature 0, in two cubes by turns. */
#include "stencil.h"
#include <string.h>

size_t cells(int n)
{
    return (size_t)n * n * n;
}

static void step(int n, const double (*restrict from)[n][n], double (*restrict to)[n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == 0 || i == n - 1 || j == 0 || j == n - 1) {
                memset(to[i][j], 0, n * sizeof(double));
            } else {
                to[i][j][0] = 0.0;
                for (int k = 1; k < n - 1; k++)
                    to[i][j][k] = from[i][j][k]
                        + 0.125 * (from[i - 1][j][k] - 2.0 * from[i][j][k] + from[i + 1][j][k])
                        + 0.125 * (from[i][j - 1][k] - 2.0 * from[i][j][k] + from[i][j + 1][k])
                        + 0.125 * (from[i][j][k - 1] - 2.0 * from[i][j][k] + from[i][j][k + 1]);
                to[i][j][n - 1] = 0.0;
            }
}

void stencil(int steps, int n, double *state)
{
    double *other = malloc(cells(n) * sizeof *other), *from = state, *to = other;
    if (other == NULL)
        abort();
    for (int t = 0; t < steps; t++) {
        step(n, (const void *)from, (void *)to);
        double *old = from;
        from = to;
        to = old;
    }
    if (from != state)
        memcpy(state, from, cells(n) * sizeof *state);
    free(other);
}
