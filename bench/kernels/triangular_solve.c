/* L x = b for a lower triangle L, some times over. */
#include "kernel.h"

static void solve(int n, double *restrict l, double *restrict b, double *restrict x)
{
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < i; j++)
            x[i] -= l[i * n + j] * x[j];
        x[i] /= l[i * n + i];
    }
}

int main(int argc, char **argv)
{
    int n = size_or(1000, argc, argv, 1), times = size_or(500, argc, argv, 2);
    double *l = dominant(n, 1, n), *b = doubles(n, 2), *x = doubles(n, 3);
    double start = now();
    for (int t = 0; t < times; t++)
        solve(n, l, b, x);
    spent_since(start);
    show_doubles("x", x, n);
    free(l);
    free(b);
    free(x);
    return 0;
}
