/* Sharpens a colour image by its brightness: luma, two blurs, the difference, added to each colour. */
#include "program.h"

static void luma(const float *rgb, float *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 0.299f * rgb[3 * i] + 0.587f * rgb[3 * i + 1] + 0.114f * rgb[3 * i + 2];
}

static void blur_rows(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++) {
        out[y * w] = in[y * w];
        out[y * w + w - 1] = in[y * w + w - 1];
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (in[y * w + x - 1] + 2 * in[y * w + x] + in[y * w + x + 1]) / 4;
    }
}

static void blur_columns(const float *in, float *out, int w, int h)
{
    for (int x = 0; x < w; x++) {
        out[x] = in[x];
        out[(h - 1) * w + x] = in[(h - 1) * w + x];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (in[(y - 1) * w + x] + 2 * in[y * w + x] + in[(y + 1) * w + x]) / 4;
}

static void difference(const float *a, const float *b, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = a[i] - b[i];
}

static void add_to_colours(const float *rgb, const float *detail, float *out, int n, float amount)
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++)
            out[3 * i + c] = rgb[3 * i + c] + amount * detail[i];
}

void sharpen_colour(const float *rgb, float *out, int w, int h, float amount)
{
    float *y = malloc(w * h * sizeof(float));
    float *t = malloc(w * h * sizeof(float));
    float *smooth = malloc(w * h * sizeof(float));
    float *detail = malloc(w * h * sizeof(float));
    luma(rgb, y, w * h);
    blur_rows(y, t, w, h);
    blur_columns(t, smooth, w, h);
    difference(y, smooth, detail, w * h);
    add_to_colours(rgb, detail, out, w * h, amount);
    free(y);
    free(t);
    free(smooth);
    free(detail);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *rgb = floats((size_t)w * h * 3, 1), *out = floats((size_t)w * h * 3, 2);
    sharpen_colour(rgb, out, w, h, 1.5f);
    show("out", out, sizeof(float) * w * h * 3);
    free(rgb);
    free(out);
    return 0;
}
