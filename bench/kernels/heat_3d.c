/* Heat in a cube, from one array into the other and back. */
#include "kernel.h"

static void conduct(int steps, int n, double a[restrict n][n][n], double b[restrict n][n][n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    b[i][j][k] = a[i][j][k]
                        + 0.1 * (a[i - 1][j][k] + a[i + 1][j][k] + a[i][j - 1][k] + a[i][j + 1][k] + a[i][j][k - 1]
                                 + a[i][j][k + 1] - 6 * a[i][j][k]);
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                for (int k = 1; k < n - 1; k++)
                    a[i][j][k] = b[i][j][k]
                        + 0.1 * (b[i - 1][j][k] + b[i + 1][j][k] + b[i][j - 1][k] + b[i][j + 1][k] + b[i][j][k - 1]
                                 + b[i][j][k + 1] - 6 * b[i][j][k]);
    }
}

int main(int argc, char **argv)
{
    int steps = size_or(100, argc, argv, 1), n = size_or(100, argc, argv, 2);
    size_t cells = (size_t)n * n * n;
    double (*a)[n][n] = doubles(cells, 1), (*b)[n][n] = doubles(cells, 2);
    double start = now();
    conduct(steps, n, a, b);
    spent_since(start);
    show_doubles("a", a, cells);
    return 0;
}
