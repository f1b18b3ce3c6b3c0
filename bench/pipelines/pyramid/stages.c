#include "stages.h"

struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(float) * w * h);
    return im;
}

void image_free(struct image *im)
{
    free(im->data);
    free(im);
}

void smooth(const struct image *in, struct image *out)
{
    int w = in->w, h = in->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                out->data[i] = in->data[i];
            else
                out->data[i] = (4 * in->data[i] + 2 * (in->data[i - 1] + in->data[i + 1] + in->data[i - w] + in->data[i + w])
                                + in->data[i - w - 1] + in->data[i - w + 1] + in->data[i + w - 1] + in->data[i + w + 1]) / 16;
        }
}

void halve(const struct image *in, struct image *out)
{
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            out->data[y * out->w + x] = in->data[2 * y * in->w + 2 * x];
}

/* Each pixel becomes the nearest of the smaller image. */
void enlarge(const struct image *in, struct image *out)
{
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            out->data[y * out->w + x] = in->data[y / 2 * in->w + x / 2];
}

void subtract(const struct image *a, const struct image *b, struct image *out)
{
    for (int i = 0; i < a->w * a->h; i++)
        out->data[i] = a->data[i] - b->data[i];
}

void add(const struct image *a, const struct image *b, struct image *out, float gain)
{
    for (int i = 0; i < a->w * a->h; i++)
        out->data[i] = a->data[i] + gain * b->data[i];
}
