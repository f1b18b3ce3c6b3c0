/* A picture of great contrast made printable: logarithms of light, a smooth base, details, colours scaled. */
#include "program.h"
#include <math.h>

struct image {
    int w, h;
    float *data;
};

static struct image *image_new(int w, int h)
{
    struct image *im = malloc(sizeof *im);
    im->w = w;
    im->h = h;
    im->data = malloc((size_t)w * h * sizeof *im->data);
    return im;
}

static void image_free(struct image *im)
{
    if (im != NULL) {
        free(im->data);
        free(im);
    }
}

static float at(const struct image *im, int x, int y)
{
    if (x < 0) x = 0;
    if (x > im->w - 1) x = im->w - 1;
    if (y < 0) y = 0;
    if (y > im->h - 1) y = im->h - 1;
    return im->data[y * im->w + x];
}

static void set(struct image *im, int x, int y, float v)
{
    im->data[y * im->w + x] = v;
}

static void light(const struct image *red, const struct image *green, const struct image *blue, struct image *out)
{
    for (int y = 0; y < out->h; y++)
        for (int x = 0; x < out->w; x++)
            set(out, x, y, 0.2f * at(red, x, y) + 0.7f * at(green, x, y) + 0.1f * at(blue, x, y) + 0.001f);
}

static void logarithm(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++)
            set(out, x, y, logf(at(in, x, y)));
}

static void box_rows(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += at(in, x + k, y);
            set(out, x, y, sum / 5);
        }
}

static void box_columns(const struct image *in, struct image *out)
{
    for (int y = 0; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += at(in, x, y + k);
            set(out, x, y, sum / 5);
        }
}

static void compress(const struct image *log, const struct image *base, struct image *out, float factor)
{
    for (int y = 0; y < log->h; y++)
        for (int x = 0; x < log->w; x++)
            set(out, x, y, factor * at(base, x, y) + at(log, x, y) - at(base, x, y));
}

static void gains(const struct image *compressed, const struct image *log, struct image *out)
{
    for (int y = 0; y < log->h; y++)
        for (int x = 0; x < log->w; x++)
            set(out, x, y, expf(at(compressed, x, y) - at(log, x, y)));
}

static void scale(const struct image *colour, const struct image *gain, struct image *out)
{
    for (int y = 0; y < colour->h; y++)
        for (int x = 0; x < colour->w; x++)
            set(out, x, y, at(colour, x, y) * at(gain, x, y));
}

static void tone_map(const struct image *const colours[3], struct image *const out[3])
{
    int w = colours[0]->w, h = colours[0]->h;
    struct image *lum = image_new(w, h), *log = image_new(w, h), *t = image_new(w, h);
    struct image *base = image_new(w, h), *compressed = image_new(w, h), *gain = image_new(w, h);
    light(colours[0], colours[1], colours[2], lum);
    logarithm(lum, log);
    box_rows(log, t);
    box_columns(t, base);
    compress(log, base, compressed, 0.6f);
    gains(compressed, log, gain);
    for (int c = 0; c < 3; c++)
        scale(colours[c], gain, out[c]);
    image_free(lum);
    image_free(log);
    image_free(t);
    image_free(base);
    image_free(compressed);
    image_free(gain);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct image in[3], out[3];
    for (int c = 0; c < 3; c++) {
        in[c] = (struct image){w, h, floats((size_t)w * h, c + 1)};
        out[c] = (struct image){w, h, floats((size_t)w * h, c + 4)};
    }
    tone_map((const struct image *[]){&in[0], &in[1], &in[2]}, (struct image *[]){&out[0], &out[1], &out[2]});
    for (int c = 0; c < 3; c++) {
        show("out", out[c].data, sizeof(float) * w * h);
        free(in[c].data);
        free(out[c].data);
    }
    return 0;
}
