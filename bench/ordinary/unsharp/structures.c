/* Unsharp mask: twice the image less its blurred version, where they differ enough. */
#include "program.h"
#include <math.h>

struct image {
    int w, h;
    float *data;
};

static const float g[5] = {0.06f, 0.24f, 0.4f, 0.24f, 0.06f};

static int sharpen(const struct image *in, struct image *out, float amount, float threshold)
{
    if (in->w != out->w || in->h != out->h)
        return -1;
    int w = in->w, h = in->h;
    float *t = malloc(sizeof(float) * w * h);
    float *smooth = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 2; x < w - 2; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += g[k + 2] * in->data[y * w + x + k];
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
            float d = in->data[y * w + x] - smooth[y * w + x];
            out->data[y * w + x] = in->data[y * w + x];
            if (fabsf(d) > threshold)
                out->data[y * w + x] += amount * d;
        }
    free(t);
    free(smooth);
    return 0;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct image in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    if (sharpen(&in, &out, 0.7f, 0.05f) != 0)
        return 1;
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
