/* Means of five neighbours on a plate, computed in a second array and copied back. */
#include "kernel.h"

static void relax(int steps, int n, double a[restrict n][n], double b[restrict n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                a[i][j] = b[i][j];
    }
}

int main(int argc, char **argv)
{
    int steps = size_or(200, argc, argv, 1), n = size_or(1000, argc, argv, 2);
    double (*a)[n] = doubles((size_t)n * n, 1), (*b)[n] = doubles((size_t)n * n, 2);
    double start = now();
    relax(steps, n, a, b);
    spent_since(start);
    show_doubles("a", a, (size_t)n * n);
    return 0;
}
