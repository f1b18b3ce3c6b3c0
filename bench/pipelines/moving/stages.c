#include "stages.h"
#include <math.h>

image *image_new(int w, int h)
{
    image *im = (image *)malloc(sizeof(image));
    if (im == NULL)
        exit(1);
    im->w = w;
    im->h = h;
    im->data = (float *)malloc(w * h * sizeof(float));
    if (im->data == NULL)
        exit(1);
    return im;
}

void image_free(image *im)
{
    free(im->data);
    free(im);
}

float image_at(const image *im, int x, int y)
{
    if (x < 0 || y < 0 || x >= im->w || y >= im->h)
        return 0;
    return im->data[y * im->w + x];
}

void blur(const image *in, image *out)
{
    if (!in || !out)
        return;
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * out->w + x] = 0.5f * image_at(in, x, y)
                                        + 0.125f * (image_at(in, x - 1, y) + image_at(in, x + 1, y)
                                                    + image_at(in, x, y - 1) + image_at(in, x, y + 1));
}

void difference(const image *a, const image *b, image *out)
{
    for (int y = 0; y < a->h; y++)
        for (int x = 0; x < a->w; x++)
            out->data[y * out->w + x] = fabsf(a->data[y * a->w + x] - b->data[y * b->w + x]);
}

void threshold(const image *in, image *out, float limit)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            out->data[y * out->w + x] = in->data[y * in->w + x] > limit ? 1 : 0;
}

/* One where most of the nine pixels are. */
void majority(const image *in, image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += image_at(in, x + i, y + j);
            out->data[y * out->w + x] = sum > 4 ? 1 : 0;
        }
}

void learn(image *background, const image *frame, const image *mask, float rate)
{
    for (int i = 0; i < frame->w * frame->h; i++)
        if (mask->data[i] == 0)
            background->data[i] += rate * (frame->data[i] - background->data[i]);
}
