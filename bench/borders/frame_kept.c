/* Means of neighbours inside of a frame, which stays: one condition for all four sides. */
#include "kernel.h"

static void relax(int n, const double *u, double *v)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
                v[i * n + j] = u[i * n + j];
            else
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    double *u = doubles(cells, 1), *v = doubles(cells, 2);
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? relax(side, v, u) : relax(side, u, v);
    spent_since(start);
    show_doubles("u", u, cells);
    free(u);
    free(v);
    return 0;
}
