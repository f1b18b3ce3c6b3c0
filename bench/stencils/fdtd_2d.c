/* Electromagnetic waves in two dimensions by finite differences in time, all fields of all steps. */
#include "stencil.h"

size_t cells(int n)
{
    return 3 * (size_t)n * n;
}

static void waves(int steps, int n, double (*restrict ex)[n], double (*restrict ey)[n], double (*restrict hz)[n])
{
    double (*x)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*y)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    double (*z)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    if (x == NULL || y == NULL || z == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[0][i][j] = ex[i][j];
            y[0][i][j] = ey[i][j];
            z[0][i][j] = hz[i][j];
        }
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++)
            y[t][0][j] = 0.5;
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                y[t][i][j] = y[t - 1][i][j] - 0.5 * (z[t - 1][i][j] - z[t - 1][i - 1][j]);
        for (int i = 0; i < n; i++) {
            x[t][i][0] = x[t - 1][i][0];
            for (int j = 1; j < n; j++)
                x[t][i][j] = x[t - 1][i][j] - 0.5 * (z[t - 1][i][j] - z[t - 1][i][j - 1]);
        }
        for (int i = 0; i < n - 1; i++) {
            for (int j = 0; j < n - 1; j++)
                z[t][i][j] = z[t - 1][i][j] - 0.7 * (x[t][i][j + 1] - x[t][i][j] + y[t][i + 1][j] - y[t][i][j]);
            z[t][i][n - 1] = z[t - 1][i][n - 1];
        }
        for (int j = 0; j < n; j++)
            z[t][n - 1][j] = z[t - 1][n - 1][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ex[i][j] = x[steps][i][j];
            ey[i][j] = y[steps][i][j];
            hz[i][j] = z[steps][i][j];
        }
#pragma endscop
    free(x);
    free(y);
    free(z);
}

void stencil(int steps, int n, double *state)
{
    size_t field = (size_t)n * n;
    waves(steps, n, (void *)state, (void *)(state + field), (void *)(state + 2 * field));
}
