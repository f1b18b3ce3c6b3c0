/* An image smoothed by Deriche's recursive filter: along rows to the right and to the left, then down and up the columns. */
#include "kernel.h"
#include <math.h>

static void smooth(int w, int h, float alpha, float *restrict in, float *restrict there, float *restrict back,
                   float *restrict out)
{
    float e = expf(-alpha), gain = (1 - e) * (1 - e) / (1 + 2 * alpha * e - e * e);
    float a0 = gain, a1 = gain * e * (alpha - 1), a2 = gain * e * (alpha + 1), a3 = -gain * e * e;
    float b1 = 2 * e, b2 = -e * e;
    for (int y = 0; y < h; y++) {
        float x1 = 0, y1 = 0, y2 = 0;
        for (int x = 0; x < w; x++) {
            there[y * w + x] = a0 * in[y * w + x] + a1 * x1 + b1 * y1 + b2 * y2;
            x1 = in[y * w + x];
            y2 = y1;
            y1 = there[y * w + x];
        }
    }
    for (int y = 0; y < h; y++) {
        float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (int x = w - 1; x >= 0; x--) {
            back[y * w + x] = a2 * x1 + a3 * x2 + b1 * y1 + b2 * y2;
            x2 = x1;
            x1 = in[y * w + x];
            y2 = y1;
            y1 = back[y * w + x];
        }
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = there[y * w + x] + back[y * w + x];
    for (int x = 0; x < w; x++) {
        float x1 = 0, y1 = 0, y2 = 0;
        for (int y = 0; y < h; y++) {
            there[y * w + x] = a0 * out[y * w + x] + a1 * x1 + b1 * y1 + b2 * y2;
            x1 = out[y * w + x];
            y2 = y1;
            y1 = there[y * w + x];
        }
    }
    for (int x = 0; x < w; x++) {
        float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        for (int y = h - 1; y >= 0; y--) {
            back[y * w + x] = a2 * x1 + a3 * x2 + b1 * y1 + b2 * y2;
            x2 = x1;
            x1 = out[y * w + x];
            y2 = y1;
            y1 = back[y * w + x];
        }
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = there[y * w + x] + back[y * w + x];
}

int main(int argc, char **argv)
{
    int w = size_or(1600, argc, argv, 1), h = size_or(1200, argc, argv, 2), times = size_or(10, argc, argv, 3);
    size_t cells = (size_t)w * h;
    float *in = floats(cells, 1), *there = floats(cells, 2), *back = floats(cells, 3), *out = floats(cells, 4);
    double start = now();
    for (int t = 0; t < times; t++)
        smooth(w, h, 0.5f, in, there, back, out);
    spent_since(start);
    show_floats("out", out, cells);
    free(in);
    free(there);
    free(back);
    free(out);
    return 0;
}
