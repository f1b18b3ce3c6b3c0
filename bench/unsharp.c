/* An unsharp mask: a blur, what it takes away, and that added where it is more than noise. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

static void unsharp(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*across)[w] = malloc(sizeof(float[h][w]));
    float (*soft)[w] = malloc(sizeof(float[h][w]));
    float (*detail)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            across[y][x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            soft[y][x] = 0.25f * across[y - 1][x] + 0.5f * across[y][x] + 0.25f * across[y + 1][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            detail[y][x] = in[y][x] - soft[y][x];
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = detail[y][x] * detail[y][x] < 0.001f ? in[y][x] : in[y][x] + 1.5f * detail[y][x];
    free(across);
    free(soft);
    free(detail);
}

void pipeline(int h, int w, const float *in, float *out)
{
    unsharp(h, w, (const void *)in, (void *)out);
}
