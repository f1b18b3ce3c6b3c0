/* Water in a basin: all stages in one function. */
#include "program.h"

static void step(int w, int h, double height[restrict h][w], double su[restrict h][w], double sv[restrict h][w], double dt)
{
    double (*p)[w] = malloc(sizeof(double[h][w]));
    double (*u)[w] = malloc(sizeof(double[h][w]));
    double (*v)[w] = malloc(sizeof(double[h][w]));
    double (*flow)[w] = malloc(sizeof(double[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            p[y][x] = 4.9 * height[y][x] * height[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            u[y][x] = su[y][x] - dt * (p[y][x + 1] - p[y][x - 1]);
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            v[y][x] = sv[y][x] - dt * (p[y + 1][x] - p[y - 1][x]);
    for (int x = 0; x < w; x++)
        u[0][x] = u[h - 1][x] = 0;
    for (int y = 0; y < h; y++)
        u[y][0] = u[y][w - 1] = 0;
    for (int x = 0; x < w; x++)
        v[0][x] = v[h - 1][x] = 0;
    for (int y = 0; y < h; y++)
        v[y][0] = v[y][w - 1] = 0;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            flow[y][x] = u[y][x + 1] - u[y][x - 1] + v[y + 1][x] - v[y - 1][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            height[y][x] -= dt * flow[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            su[y][x] = u[y][x] * 0.999;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sv[y][x] = v[y][x] * 0.999;
    free(p);
    free(u);
    free(v);
    free(flow);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    double (*height)[w] = doubles((size_t)w * h, 1), (*u)[w] = doubles((size_t)w * h, 2), (*v)[w] = doubles((size_t)w * h, 3);
    for (int t = 0; t < steps; t++)
        step(w, h, height, u, v, 0.001);
    show("height", height, sizeof(double) * w * h);
    show("u", u, sizeof(double) * w * h);
    show("v", v, sizeof(double) * w * h);
    free(height);
    free(u);
    free(v);
    return 0;
}
