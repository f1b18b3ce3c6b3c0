/* Heat on a torus: the other side by conditional expressions, with unsigned counters. */
#include "kernel.h"

static void step(size_t n, const double *u, double *v)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            size_t up = i == 0 ? n - 1 : i - 1, down = i == n - 1 ? 0 : i + 1;
            size_t left = j == 0 ? n - 1 : j - 1, right = j == n - 1 ? 0 : j + 1;
            v[i * n + j] = u[i * n + j]
                + 0.1 * (u[up * n + j] + u[down * n + j] + u[i * n + left] + u[i * n + right] - 4 * u[i * n + j]);
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    double *u = doubles(cells, 1), *v = doubles(cells, 2);
    double start = now();
    for (int t = 0; t < steps; t++) {
        step(side, u, v);
        double *kept = u;
        u = v;
        v = kept;
    }
    spent_since(start);
    show_doubles("u", u, cells);
    free(u);
    free(v);
    return 0;
}
