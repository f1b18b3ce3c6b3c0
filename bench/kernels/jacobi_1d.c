/* Means of three neighbours on a line, from one array into the other and back. */
#include "kernel.h"

static void relax(int steps, int n, double a[restrict n], double b[restrict n])
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3;
        for (int i = 1; i < n - 1; i++)
            a[i] = (b[i - 1] + b[i] + b[i + 1]) / 3;
    }
}

int main(int argc, char **argv)
{
    int steps = size_or(500, argc, argv, 1), n = size_or(400000, argc, argv, 2);
    double *a = doubles(n, 1), *b = doubles(n, 2);
    double start = now();
    relax(steps, n, a, b);
    spent_since(start);
    show_doubles("a", a, n);
    return 0;
}
