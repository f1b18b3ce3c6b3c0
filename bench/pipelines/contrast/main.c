/* Local contrast: the image less its local mean, over its local deviation. One scratch buffer serves all stages. */
#include "program.h"
#include <math.h>

#define RADIUS 3

static void square(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] * in[y * w + x];
}

static void mean_rows(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int from = x - RADIUS < 0 ? 0 : x - RADIUS, to = x + RADIUS > w - 1 ? w - 1 : x + RADIUS;
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += in[y * w + i];
            out[y * w + x] = sum / (to - from + 1);
        }
}

static void mean_columns(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++) {
        int from = y - RADIUS < 0 ? 0 : y - RADIUS, to = y + RADIUS > h - 1 ? h - 1 : y + RADIUS;
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += in[i * w + x];
            out[y * w + x] = sum / (to - from + 1);
        }
    }
}

static void deviation(const float *mean, const float *squares, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = squares[y * w + x] - mean[y * w + x] * mean[y * w + x];
            out[y * w + x] = v > 0 ? sqrtf(v) : 0;
        }
}

static void normalise(const float *in, const float *mean, const float *dev, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (in[y * w + x] - mean[y * w + x]) / (dev[y * w + x] + 0.01f);
}

void contrast(const float *in, float *out, int w, int h)
{
    size_t size = (size_t)w * h * sizeof(float);
    float *scratch = malloc(size);
    float *mean = malloc(size);
    float *squares = malloc(size);
    float *dev = malloc(size);
    if (!scratch || !mean || !squares || !dev) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    mean_rows(in, scratch, w, h);
    mean_columns(scratch, mean, w, h);
    square(in, squares, w, h);
    mean_rows(squares, scratch, w, h);
    mean_columns(scratch, squares, w, h);
    deviation(mean, squares, dev, w, h);
    normalise(in, mean, dev, out, w, h);
    free(scratch);
    free(mean);
    free(squares);
    free(dev);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    contrast(in, out, w, h);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
