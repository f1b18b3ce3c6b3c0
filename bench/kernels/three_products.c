/* G = (A B) (C D); the caller keeps both factors. */
#include "kernel.h"

static void multiply(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n],
                     double d[restrict n][n], double e[restrict n][n], double f[restrict n][n],
                     double g[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            e[i][j] = 0;
            for (int k = 0; k < n; k++)
                e[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[i][j] = 0;
            for (int k = 0; k < n; k++)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            g[i][j] = 0;
            for (int k = 0; k < n; k++)
                g[i][j] += e[i][k] * f[k][j];
        }
}

int main(int argc, char **argv)
{
    int n = size_or(600, argc, argv, 1);
    size_t cells = (size_t)n * n;
    double (*a)[n] = doubles(cells, 1), (*b)[n] = doubles(cells, 2), (*c)[n] = doubles(cells, 3);
    double (*d)[n] = doubles(cells, 4), (*e)[n] = doubles(cells, 5), (*f)[n] = doubles(cells, 6);
    double (*g)[n] = doubles(cells, 7);
    double start = now();
    multiply(n, a, b, c, d, e, f, g);
    spent_since(start);
    show_doubles("e", e, cells);
    show_doubles("f", f, cells);
    show_doubles("g", g, cells);
    return 0;
}
