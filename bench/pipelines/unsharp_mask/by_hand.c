/* Unsharp mask: all stages in one function. */
#include "program.h"
#include <math.h>

static const float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

static int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void unsharp_mask(int w, int h, const float in[restrict h][w], float out[restrict h][w], float amount,
                         float threshold)
{
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*smooth)[w] = malloc(sizeof(float[h][w]));
    float (*detail)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += taps[k + 2] * in[y][clampi(x + k, 0, w - 1)];
            t[y][x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += taps[k + 2] * t[clampi(y + k, 0, h - 1)][x];
            smooth[y][x] = sum;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            detail[y][x] = in[y][x] - smooth[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = in[y][x];
            if (fabsf(detail[y][x]) > threshold)
                v += amount * detail[y][x];
            out[y][x] = v;
        }
    free(t);
    free(smooth);
    free(detail);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    unsharp_mask(w, h, (const void *)in, (void *)out, 0.8f, 0.02f);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
