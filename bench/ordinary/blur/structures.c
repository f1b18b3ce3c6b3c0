/* Gaussian blur with five taps, first along rows, then along columns; the borders are copied. */
#include "program.h"

typedef struct {
    int w, h;
    float *data;
} image;

static void blur(const image *in, image *out)
{
    int w = in->w, h = in->h;
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || x >= w - 2)
                t[y * w + x] = in->data[y * w + x];
            else
                t[y * w + x] = (in->data[y * w + x - 2] + 4 * in->data[y * w + x - 1] + 6 * in->data[y * w + x]
                                + 4 * in->data[y * w + x + 1] + in->data[y * w + x + 2]) / 16;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y < 2 || y >= h - 2)
                out->data[y * w + x] = t[y * w + x];
            else
                out->data[y * w + x] = (t[(y - 2) * w + x] + 4 * t[(y - 1) * w + x] + 6 * t[y * w + x]
                                        + 4 * t[(y + 1) * w + x] + t[(y + 2) * w + x]) / 16;
        }
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    image in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    blur(&in, &out);
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
