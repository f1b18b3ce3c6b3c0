/* The average of four neighbours, in tables of rows. */
#include "kernel.h"

/* as if another file called it */
__attribute__((noinline)) static void average(int n, unsigned char **in, unsigned char **out)
{
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < n - 1; x++)
            out[y][x] = (in[y - 1][x] + in[y + 1][x] + in[y][x - 1] + in[y][x + 1]) / 4;
}

static unsigned char **table(int n)
{
    unsigned char **rows = malloc(n * sizeof *rows);
    for (int y = 0; y < n; y++)
        rows[y] = calloc(n, 1);
    return rows;
}

static void release(int n, unsigned char **rows)
{
    for (int y = 0; y < n; y++)
        free(rows[y]);
    free(rows);
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    unsigned char **a = table(side), **b = table(side);
    uint32_t state = 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            a[y][x] = (state = state * 1664525u + 1013904223u) >> 24;
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? average(side, b, a) : average(side, a, b);
    spent_since(start);
    for (int y = 0; y < side; y++)
        show("row", b[y], side);
    release(side, a);
    release(side, b);
    return 0;
}
