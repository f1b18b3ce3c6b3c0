/* A = L U without pivoting, row by row (Doolittle); both triangles take the place of A. */
#include "kernel.h"

static void factor(int n, double a[restrict n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1000, argc, argv, 1);
    double (*a)[n] = dominant(n, 1, n);
    double start = now();
    factor(n, a);
    spent_since(start);
    show_doubles("a", a, (size_t)n * n);
    return 0;
}
