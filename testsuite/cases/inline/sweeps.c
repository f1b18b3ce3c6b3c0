// polycc: --optimize speed
/* Loops over time around calls: the steps of a wave and the sweep of a solver are inlined, since the loops run in tiles then. A function that has such a
   loop stays a call where it is called, in a loop or not. */
#include "bits.h"

enum { WIDTH = 800, HEIGHT = 600, SIDE = 40 };

static double ex[HEIGHT][WIDTH], ey[HEIGHT][WIDTH], hz[HEIGHT][WIDTH];

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

static void sweep(int h, int w, double u[h][w])
{
    for (int i = 1; i < h - 1; i++)
        for (int j = 1; j < w - 1; j++)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i][j - 1] + u[i][j + 1] + u[i + 1][j]);
}

static void solve(int sweeps, int h, int w, double u[h][w])
{
    for (int s = 0; s < sweeps; s++)
        sweep(h, w, u);
}

int main(void)
{
    static double *u;
    if (u == NULL)
        u = data_f64(HEIGHT * WIDTH, 1);
    for (int i = 0; i < HEIGHT; i++)
        for (int j = 0; j < WIDTH; j++) {
            ex[i][j] = u[i * WIDTH + j];
            ey[i][j] = u[i * WIDTH + j] + i;
            hz[i][j] = u[i * WIDTH + j] - j;
        }
    propagate(9);
    show("hz", &hz[3][0], 2 * WIDTH, sizeof(double));
    for (int times = 0; times < 2; times++)
        solve(40, SIDE, SIDE, (void *)u);
    show("u", u, SIDE * SIDE, sizeof(double));
    return 0;
}
