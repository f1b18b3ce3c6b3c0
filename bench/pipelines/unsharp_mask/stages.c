#include "stages.h"
#include <math.h>

static const float taps[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};

struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    if (!im)
        return NULL;
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(float) * w * h);
    if (!im->data) {
        free(im);
        return NULL;
    }
    return im;
}

void image_free(struct image *im)
{
    if (!im)
        return;
    free(im->data);
    free(im);
}

static int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

/* The nearest pixel of the image. */
static float at(const struct image *im, int x, int y)
{
    return im->data[clampi(y, 0, im->h - 1) * im->w + clampi(x, 0, im->w - 1)];
}

void blur_horizontal(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += taps[k + 2] * at(in, x + k, y);
            out->data[y * out->w + x] = sum;
        }
}

void blur_vertical(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += taps[k + 2] * at(in, x, y + k);
            out->data[y * out->w + x] = sum;
        }
}

void subtract(const struct image *a, const struct image *b, struct image *out)
{
    for (int i = 0; i < a->w * a->h; i++)
        out->data[i] = a->data[i] - b->data[i];
}

void add_weighted(const struct image *a, const struct image *b, struct image *out, float amount, float threshold)
{
    for (int i = 0; i < a->w * a->h; i++) {
        float v = a->data[i];
        if (fabsf(b->data[i]) > threshold)
            v += amount * b->data[i];
        out->data[i] = v;
    }
}
