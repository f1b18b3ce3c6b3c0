/* Half the size in both directions, with four taps each way. */
#include "program.h"

typedef struct {
    int w, h;
    float *data;
} plane;

static void halve(const plane *in, plane *out)
{
    int w = out->w;
    float *t = malloc(w * in->h * sizeof(float));
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 0.125f * (in->data[y * in->w + 2 * x] + 3 * in->data[y * in->w + 2 * x + 1]
                                     + 3 * in->data[y * in->w + 2 * x + 2] + in->data[y * in->w + 2 * x + 3]);
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < w; x++)
            out->data[y * w + x] = 0.125f * (t[2 * y * w + x] + 3 * t[(2 * y + 1) * w + x]
                                             + 3 * t[(2 * y + 2) * w + x] + t[(2 * y + 3) * w + x]);
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    plane in = {2 * w + 2, 2 * h + 2, floats((size_t)(2 * w + 2) * (2 * h + 2), 1)};
    plane out = {w, h, floats((size_t)w * h, 2)};
    halve(&in, &out);
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
