/* Maxwell's equations in a plane by leaps (Yee): the electric field in two components, the magnetic one across them, a
   pulse at one side; arrays of the file. */
#include "kernel.h"

#ifndef WIDTH
#define WIDTH 1000
#define HEIGHT 900
#endif

static double ex[HEIGHT][WIDTH], ey[HEIGHT][WIDTH], hz[HEIGHT][WIDTH];

static void fill(void)
{
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++) {
            ex[i][j] = (double)((i * 3 + j) % 31) / 31;
            ey[i][j] = (double)((i + j * 5) % 37) / 37;
            hz[i][j] = (double)((i * 7 + j * 2) % 41) / 41;
        }
}

static void electric(int t)
{
    for (int j = 0; j < WIDTH; j++)
        ey[0][j] = 1.0 / (t + 1);
    for (int i = 1; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++)
            ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 1; j < WIDTH; j++)
            ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
}

static void magnetic(void)
{
    for (int i = 0; i < HEIGHT - 1; i++)
        for (int j = 0; j < WIDTH - 1; j++)
            hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
}

static void propagate(int steps)
{
    for (int t = 0; t < steps; t++) {
        electric(t);
        magnetic();
    }
}

int main(int argc, char **argv)
{
    int steps = size_or(150, argc, argv, 1);
    fill();
    double start = now();
    propagate(steps);
    spent_since(start);
    show_doubles("ex", ex, (size_t)HEIGHT * WIDTH);
    show_doubles("ey", ey, (size_t)HEIGHT * WIDTH);
    show_doubles("hz", hz, (size_t)HEIGHT * WIDTH);
    return 0;
}
