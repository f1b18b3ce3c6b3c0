/* Unsharp mask: twice the image less its blurred version, where they differ enough. */
#include "program.h"
#include <math.h>

static const float g[5] = {0.06f, 0.24f, 0.4f, 0.24f, 0.06f};

static void sharpen(const float *in, float *out, int w, int h, float amount, float threshold)
{
    float *t = malloc(sizeof(float) * w * h);
    float *smooth = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += g[k + 2] * in[y * w + x + k];
            t[y * w + x] = sum;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += g[k + 2] * t[(y + k) * w + x];
            smooth[y * w + x] = sum;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float d = in[y * w + x] - smooth[y * w + x];
            out[y * w + x] = in[y * w + x];
            if (fabsf(d) > threshold)
                out[y * w + x] += amount * d;
        }
    free(t);
    free(smooth);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    sharpen(in, out, w, h, 0.7f, 0.05f);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
