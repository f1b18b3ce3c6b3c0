/* Unsharp mask: twice the image less its blurred version, where they differ enough. */
#include "program.h"
#include <math.h>

static void sharpen(int h, int w, const float in[restrict h][w], float out[restrict h][w], float amount, float threshold)
{
    static const float g[5] = {0.06f, 0.24f, 0.4f, 0.24f, 0.06f};
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*smooth)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 2; x < w - 2; x++) {
            t[y][x] = 0;
            for (int k = 0; k < 5; k++)
                t[y][x] += g[k] * in[y][x + k - 2];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            smooth[y][x] = 0;
            for (int k = 0; k < 5; k++)
                smooth[y][x] += g[k] * t[y + k - 2][x];
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float d = in[y][x] - smooth[y][x];
            out[y][x] = fabsf(d) > threshold ? in[y][x] + amount * d : in[y][x];
        }
    free(t);
    free(smooth);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    sharpen(h, w, (void *)in, (void *)out, 0.7f, 0.05f);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
