/* A binomial blur in two passes. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

static void blur(int h, int w, const float (*restrict in)[w], float (*restrict out)[w])
{
    float (*across)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 2; x < w - 2; x++)
            across[y][x] = (in[y][x - 2] + in[y][x + 2] + 4 * (in[y][x - 1] + in[y][x + 1]) + 6 * in[y][x]) / 16;
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            out[y][x] = (across[y - 2][x] + across[y + 2][x] + 4 * (across[y - 1][x] + across[y + 1][x])
                         + 6 * across[y][x]) / 16;
    free(across);
}

void pipeline(int h, int w, const float *in, float *out)
{
    blur(h, w, (const void *)in, (void *)out);
}
