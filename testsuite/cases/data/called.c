#include <assert.h>

static void relax(int steps, int n, double x[n])
{
    assert(steps < n);
    double u[steps + 1][n];
    for (int i = 0; i < n; i++)
        u[0][i] = x[i];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            u[t][i] = i > 0 ? 0.5 * (u[t - 1][i - 1] + u[t - 1][i]) : u[t - 1][i];
    for (int i = 0; i < n; i++)
        x[i] = u[steps][i];
}

void relaxed(double *x)
{
    relax(3, 9, x);
}
