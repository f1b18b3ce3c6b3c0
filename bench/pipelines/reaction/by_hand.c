/* Two substances that react and spread: all stages in one function. */
#include "program.h"

static void step(int w, int h, float u[restrict h][w], float v[restrict h][w])
{
    float (*lap_u)[w] = malloc(sizeof(float[h][w]));
    float (*lap_v)[w] = malloc(sizeof(float[h][w]));
    float (*uvv)[w] = malloc(sizeof(float[h][w]));
    float (*next_u)[w] = malloc(sizeof(float[h][w]));
    float (*next_v)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float up = u[y > 0 ? y - 1 : y][x], down = u[y < h - 1 ? y + 1 : y][x];
            float left = u[y][x > 0 ? x - 1 : x], right = u[y][x < w - 1 ? x + 1 : x];
            lap_u[y][x] = up + down + left + right - 4 * u[y][x];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float up = v[y > 0 ? y - 1 : y][x], down = v[y < h - 1 ? y + 1 : y][x];
            float left = v[y][x > 0 ? x - 1 : x], right = v[y][x < w - 1 ? x + 1 : x];
            lap_v[y][x] = up + down + left + right - 4 * v[y][x];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            uvv[y][x] = u[y][x] * v[y][x] * v[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            next_u[y][x] = u[y][x] + 0.16f * lap_u[y][x] - uvv[y][x] + 0.035f * (1 - u[y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            next_v[y][x] = v[y][x] + 0.08f * lap_v[y][x] + uvv[y][x] - 0.095f * v[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y][x] = next_u[y][x] < 0 ? 0 : next_u[y][x] > 1 ? 1 : next_u[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y][x] = next_v[y][x] < 0 ? 0 : next_v[y][x] > 1 ? 1 : next_v[y][x];
    free(lap_u);
    free(lap_v);
    free(uvv);
    free(next_u);
    free(next_v);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), w = size(argc, argv, 2), h = size(argc, argv, 3);
    float (*u)[w] = floats((size_t)w * h, 1), (*v)[w] = floats((size_t)w * h, 2);
    for (int t = 0; t < steps; t++)
        step(w, h, u, v);
    show("u", u, sizeof(float) * w * h);
    show("v", v, sizeof(float) * w * h);
    free(u);
    free(v);
    return 0;
}
