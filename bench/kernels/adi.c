/* Heat in a plate by alternating directions (Peaceman and Rachford): half a step that is implicit down the columns, half
   a step that is implicit along the rows, each line a tridiagonal system that is solved by elimination (Thomas). The border is kept at 0. */
#include "kernel.h"

static void step(int steps, int n, double r, double u[restrict n][n], double v[restrict n][n])
{
    double factor[n], rest[n];
    for (int t = 0; t < steps; t++) {
        for (int j = 1; j < n - 1; j++) {
            factor[0] = 0;
            rest[0] = 0;
            for (int i = 1; i < n - 1; i++) {
                double pivot = 2 + 2 * r - r * factor[i - 1];
                factor[i] = r / pivot;
                rest[i] = (r * u[i][j - 1] + (2 - 2 * r) * u[i][j] + r * u[i][j + 1] + r * rest[i - 1]) / pivot;
            }
            v[n - 1][j] = 0;
            for (int i = n - 2; i >= 1; i--)
                v[i][j] = rest[i] + factor[i] * v[i + 1][j];
            v[0][j] = 0;
        }
        for (int i = 1; i < n - 1; i++) {
            factor[0] = 0;
            rest[0] = 0;
            for (int j = 1; j < n - 1; j++) {
                double pivot = 2 + 2 * r - r * factor[j - 1];
                factor[j] = r / pivot;
                rest[j] = (r * v[i - 1][j] + (2 - 2 * r) * v[i][j] + r * v[i + 1][j] + r * rest[j - 1]) / pivot;
            }
            u[i][n - 1] = 0;
            for (int j = n - 2; j >= 1; j--)
                u[i][j] = rest[j] + factor[j] * u[i][j + 1];
            u[i][0] = 0;
        }
    }
}

int main(int argc, char **argv)
{
    int steps = size_or(20, argc, argv, 1), n = size_or(1000, argc, argv, 2);
    double (*u)[n] = doubles((size_t)n * n, 1), (*v)[n] = doubles((size_t)n * n, 2);
    double start = now();
    step(steps, n, 0.8, u, v);
    spent_since(start);
    show_doubles("u", u, (size_t)n * n);
    return 0;
}
