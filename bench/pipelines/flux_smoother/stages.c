#include "stages.h"

void conductivity(int w, int h, double u[h][w], double k[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            k[y][x] = 0.2 / (1 + u[y][x] * u[y][x]);
}

void flux_x(int w, int h, double u[h][w], double k[h][w], double f[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w - 1; x++)
            f[y][x] = 0.5 * (k[y][x] + k[y][x + 1]) * (u[y][x + 1] - u[y][x]);
}

void flux_y(int w, int h, double u[h][w], double k[h][w], double g[h][w])
{
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            g[y][x] = 0.5 * (k[y][x] + k[y + 1][x]) * (u[y + 1][x] - u[y][x]);
}

void update(int w, int h, double u[h][w], double f[h][w], double g[h][w], double out[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = u[y][x] + f[y][x] - f[y][x - 1] + g[y][x] - g[y - 1][x];
}

void hold_borders(int w, int h, double u[h][w], double out[h][w])
{
    for (int x = 0; x < w; x++) {
        out[0][x] = u[0][x];
        out[h - 1][x] = u[h - 1][x];
    }
    for (int y = 0; y < h; y++) {
        out[y][0] = u[y][0];
        out[y][w - 1] = u[y][w - 1];
    }
}
