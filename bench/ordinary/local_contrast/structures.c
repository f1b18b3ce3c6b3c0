/* Local contrast: each pixel less the mean of its surroundings, over their standard deviation. */
#include "program.h"
#include <math.h>

enum { R = 3 };

typedef struct image {
    int w, h;
    float *data;
} image;

static image *new_image(int w, int h)
{
    image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc(sizeof(float) * w * h);
    return im;
}

static void free_image(image *im)
{
    free(im->data);
    free(im);
}

static void normalise(const image *in, image *out)
{
    image *sum = new_image(in->w, in->h);
    image *squares = new_image(in->w, in->h);
    image *mean = new_image(in->w, in->h);
    image *deviation = new_image(in->w, in->h);
    const float count = (2 * R + 1) * (2 * R + 1);

    for (int y = 0; y < in->h; y++)
        for (int x = R; x < in->w - R; x++) {
            float s = 0, q = 0;
            for (int k = -R; k <= R; k++) {
                float v = in->data[y * in->w + x + k];
                s += v;
                q += v * v;
            }
            sum->data[y * sum->w + x] = s;
            squares->data[y * squares->w + x] = q;
        }
    for (int y = R; y < in->h - R; y++)
        for (int x = R; x < in->w - R; x++) {
            float s = 0, q = 0, m;
            for (int k = -R; k <= R; k++) {
                s += sum->data[(y + k) * sum->w + x];
                q += squares->data[(y + k) * squares->w + x];
            }
            m = s / count;
            mean->data[y * mean->w + x] = m;
            deviation->data[y * deviation->w + x] = sqrtf(q / count - m * m + 1e-3f);
        }
    for (int y = R; y < out->h - R; y++)
        for (int x = R; x < out->w - R; x++)
            out->data[y * out->w + x] = (in->data[y * in->w + x] - mean->data[y * mean->w + x])
                                        / deviation->data[y * deviation->w + x];
    free_image(sum);
    free_image(squares);
    free_image(mean);
    free_image(deviation);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    image in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    normalise(&in, &out);
    show("out", out.data, sizeof(float) * w * h);
    free(in.data);
    free(out.data);
    return 0;
}
