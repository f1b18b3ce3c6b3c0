/* A x = b by elimination with the first row that is left, step by step, then forward and back substitution. */
#include "kernel.h"

static void solve(int n, double a[restrict n][n], double b[restrict n], double x[restrict n])
{
    double y[n];
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
    for (int i = 0; i < n; i++) {
        double rest = b[i];
        for (int j = 0; j < i; j++)
            rest -= a[i][j] * y[j];
        y[i] = rest;
    }
    for (int i = n - 1; i >= 0; i--) {
        double rest = y[i];
        for (int j = i + 1; j < n; j++)
            rest -= a[i][j] * x[j];
        x[i] = rest / a[i][i];
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1600, argc, argv, 1);
    double (*a)[n] = dominant(n, 1, n), *b = doubles(n, 2), *x = doubles(n, 3);
    double start = now();
    solve(n, a, b, x);
    spent_since(start);
    show_doubles("a", a, (size_t)n * n);
    show_doubles("x", x, n);
    return 0;
}
