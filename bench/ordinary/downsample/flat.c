/* Half the size in both directions, with four taps each way. */
#include "program.h"

static void halve(const float *in, int in_w, int in_h, float *out)
{
    int w = in_w / 2 - 1, h = in_h / 2 - 1;
    float *t = malloc(w * in_h * sizeof(float));
    int x, y;
    for (y = 0; y < in_h; y++) {
        for (x = 0; x < w; x++) {
            const float *p = in + y * in_w + 2 * x;
            t[y * w + x] = 0.125f * (p[0] + 3 * p[1] + 3 * p[2] + p[3]);
        }
    }
    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            const float *p = t + 2 * y * w + x;
            out[y * w + x] = 0.125f * (p[0] + 3 * p[w] + 3 * p[2 * w] + p[3 * w]);
        }
    }
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)(2 * w + 2) * (2 * h + 2), 1), *out = floats((size_t)w * h, 2);
    halve(in, 2 * w + 2, 2 * h + 2, out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
