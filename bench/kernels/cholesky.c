/* The lower triangle L with L L^T = A takes the place of that of A. */
#include "kernel.h"
#include <math.h>

static void factor(int n, double a[restrict n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= a[j][j];
        }
        for (int k = 0; k < i; k++)
            a[i][i] -= a[i][k] * a[i][k];
        a[i][i] = sqrt(a[i][i]);
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1200, argc, argv, 1);
    double (*a)[n] = dominant(n, 1, n);
    double start = now();
    factor(n, a);
    spent_since(start);
    show_doubles("a", a, (size_t)n * n);
    return 0;
}
