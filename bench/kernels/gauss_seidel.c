/* Each cell of a plate becomes the mean of its four neighbours, two of which are new already; the plate is an array of the file. */
#include "kernel.h"

#ifndef SIDE
#define SIDE 1000
#endif

static double u[SIDE][SIDE];

static void fill(void)
{
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            u[i][j] = (double)((i * 7 + j * 13) % 101) / 101;
}

static void relax(int sweeps)
{
    for (int t = 0; t < sweeps; t++)
        for (int i = 1; i < SIDE - 1; i++)
            for (int j = 1; j < SIDE - 1; j++)
                u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]);
}

int main(int argc, char **argv)
{
    int sweeps = size_or(100, argc, argv, 1);
    fill();
    double start = now();
    relax(sweeps);
    spent_since(start);
    show_doubles("u", u, (size_t)SIDE * SIDE);
    return 0;
}
