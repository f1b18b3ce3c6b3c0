/* Heat that flows the less the warmer a plate is: all stages in one function. */
#include "program.h"

static void step(int w, int h, const double u[restrict h][w], double out[restrict h][w])
{
    double (*k)[w] = malloc(sizeof(double[h][w]));
    double (*f)[w] = malloc(sizeof(double[h][w]));
    double (*g)[w] = malloc(sizeof(double[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            k[y][x] = 0.2 / (1 + u[y][x] * u[y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w - 1; x++)
            f[y][x] = 0.5 * (k[y][x] + k[y][x + 1]) * (u[y][x + 1] - u[y][x]);
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            g[y][x] = 0.5 * (k[y][x] + k[y + 1][x]) * (u[y + 1][x] - u[y][x]);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = u[y][x] + f[y][x] - f[y][x - 1] + g[y][x] - g[y - 1][x];
    for (int x = 0; x < w; x++) {
        out[0][x] = u[0][x];
        out[h - 1][x] = u[h - 1][x];
    }
    for (int y = 0; y < h; y++) {
        out[y][0] = u[y][0];
        out[y][w - 1] = u[y][w - 1];
    }
    free(k);
    free(f);
    free(g);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double (*a)[w] = doubles((size_t)w * h, 1), (*b)[w] = doubles((size_t)w * h, 2);
    for (int t = 0; t < steps; t++) {
        step(w, h, (const void *)a, b);
        double (*other)[w] = a;
        a = b;
        b = other;
    }
    show("a", a, sizeof(double) * w * h);
    free(a);
    free(b);
    return 0;
}
