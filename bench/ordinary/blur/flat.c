/* Gaussian blur with five taps, first along rows, then along columns; the borders are copied. */
#include "program.h"

static void blur(const float *in, float *out, int w, int h)
{
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (x < 2 || x >= w - 2)
                t[i] = in[i];
            else
                t[i] = (in[i - 2] + 4 * in[i - 1] + 6 * in[i] + 4 * in[i + 1] + in[i + 2]) / 16;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (y < 2 || y >= h - 2)
                out[i] = t[i];
            else
                out[i] = (t[i - 2 * w] + 4 * t[i - w] + 6 * t[i] + 4 * t[i + w] + t[i + 2 * w]) / 16;
        }
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    blur(in, out, w, h);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
