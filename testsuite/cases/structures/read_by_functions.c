// expect: contracted t_data
// expect: scalarized edges
// expect: scalarized smooth
/* Images that functions read: places that they compute, with coordinates that they clamp, and a temporary image read that way. */
#include "bits.h"

typedef struct {
    int w, h;
    float *data;
} image;

static float at(const image *im, int x, int y)
{
    return im->data[y * im->w + x];
}

static float clamped(const image *im, int x, int y)
{
    x = x < 0 ? 0 : x >= im->w ? im->w - 1 : x;
    if (y < 0)
        y = 0;
    if (y >= im->h)
        y = im->h - 1;
    return im->data[y * im->w + x];
}

static float of_row(const float *data, int stride, int x, int y)
{
    const float *row = data + y * stride;
    int column = x;
    return row[column];
}

static float shifted(const image *im, int x, int y)
{
    return at(im, x + 1, y);
}

static void blur(const image *restrict im, image *restrict out)
{
    image t = {im->w, im->h, malloc(sizeof(float) * im->w * im->h)};
    for (int y = 0; y < t.h; y++)
        for (int x = 0; x < t.w; x++)
            t.data[y * t.w + x] = clamped(im, x - 1, y) + clamped(im, x + 1, y);
    for (int y = 0; y < t.h; y++)
        for (int x = 0; x < t.w; x++)
            out->data[y * t.w + x] = clamped(&t, x, y - 1) + clamped(&t, x, y + 1);
    free(t.data);
}

static void outline(const image *im, float *restrict out)
{
    float *edges = malloc(sizeof(float) * im->w * im->h);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w - 1; x++)
            edges[y * im->w + x] = shifted(im, x, y) - of_row(im->data, im->w, x, y);
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w - 1; x++)
            out[y * im->w + x] = of_row(edges, im->w, x, y) * 2;
    free(edges);
}

static float last(const float *values, int i)
{
    return values[i];
}

static void smooth_rows(int n, const float in[restrict n], float out[restrict n])
{
    float *smooth = malloc(sizeof(float) * n);
    for (int i = 1; i < n; i++)
        smooth[i] = in[i] + last(in, i - 1);
    for (int i = 1; i < n; i++)
        out[i] = smooth[i] * smooth[i];
    free(smooth);
}

int main(void)
{
    for (int w = 1; w < 12; w += 3)
        for (int h = 1; h < 9; h += 2) {
            image a = {w, h, data_f32(w * h, w)}, b = {w, h, data_f32(w * h, h)};
            blur(&a, &b);
            show("blur", b.data, w * h, sizeof(float));
            outline(&a, b.data);
            show("outline", b.data, w * h, sizeof(float));
            smooth_rows(w * h, a.data, b.data);
            show("smooth", b.data, w * h, sizeof(float));
            free(a.data);
            free(b.data);
        }
    return 0;
}
