#include "stages.h"

void laplace(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float up = in[y > 0 ? y - 1 : y][x], down = in[y < h - 1 ? y + 1 : y][x];
            float left = in[y][x > 0 ? x - 1 : x], right = in[y][x < w - 1 ? x + 1 : x];
            out[y][x] = up + down + left + right - 4 * in[y][x];
        }
}

void react(int w, int h, float u[h][w], float v[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = u[y][x] * v[y][x] * v[y][x];
}

void feed(int w, int h, float u[h][w], float lap[h][w], float uvv[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = u[y][x] + 0.16f * lap[y][x] - uvv[y][x] + 0.035f * (1 - u[y][x]);
}

void decay(int w, int h, float v[h][w], float lap[h][w], float uvv[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = v[y][x] + 0.08f * lap[y][x] + uvv[y][x] - 0.095f * v[y][x];
}

void clamp(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = in[y][x] < 0 ? 0 : in[y][x] > 1 ? 1 : in[y][x];
}
