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

/* polycc: `blur_apart` is `blur` for memory that doesn't overlap */
static void blur_apart(const image *restrict im, image *restrict out)
{
    /* polycc: t.data[i * im->w + j] -> t.data[(i % 3) * im->w + j]; 3 * im->w cells instead of im->h * im->w */
    image t = {im->w, im->h, malloc(sizeof(float) * 3 * im->w)};
    if (im->h >= 1)
        for (int y = 0; y <= im->h; y++) {
            if (y < im->h) {
                float *t_data_0 = &t.data[(y % 3) * im->w];
                for (int x = 0; x < im->w && x < 1; x++)
                    t_data_0[x] = im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + (x - 1 < 0 ? 0 : (x - 1 >= im->w ? im->w - 1 : x - 1))] + im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + (x + 1 < 0 ? 0 : (x + 1 >= im->w ? im->w - 1 : x + 1))];
                for (int x = 1; x < im->w - 1; x++)
                    t_data_0[x] = im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + x - 1] + im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + x + 1];
                for (int x = 1 > im->w - 1 ? 1 : im->w - 1; x < im->w; x++)
                    t_data_0[x] = im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + (x - 1 < 0 ? 0 : (x - 1 >= im->w ? im->w - 1 : x - 1))] + im->data[((y < 0 ? 0 : y) >= im->h ? im->h - 1 : (y < 0 ? 0 : y)) * im->w + (x + 1 < 0 ? 0 : (x + 1 >= im->w ? im->w - 1 : x + 1))];
            }
            if (y >= 1) {
                const float *t_data_row = &t.data[(((y - 1 + 1 < 0 ? 0 : y - 1 + 1) >= im->h ? im->h - 1 : (y - 1 + 1 < 0 ? 0 : y)) % 3) * im->w];
                const float *t_data_row1 = &t.data[(((y - 1 - 1 < 0 ? 0 : y - 1 - 1) >= im->h ? im->h - 1 : (y - 1 - 1 < 0 ? 0 : y - 2)) % 3) * im->w];
                for (int x = 0; x < im->w; x++)
                    out->data[(y - 1) * im->w + x] = t_data_row1[x < 0 ? 0 : (x >= im->w ? im->w - 1 : x)] + t_data_row[x < 0 ? 0 : (x >= im->w ? im->w - 1 : x)];
            }
        }
    free(t.data);
}

static void blur(const image *restrict im, image *restrict out)
{
    /* polycc: `blur_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((long)im->w >= 1) && ((long)im->h >= 1) && ((const char *)(im->data + ((long)im->h * (long)im->w)) <= (const char *)out->data || (const char *)(out->data + ((long)im->h * (long)im->w)) <= (const char *)im->data), 1)) {
        blur_apart(im, out);
        return;
    }
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
    /* polycc: edges[i * (long)im->w + j] -> edges; 1 cell instead of im->h * im->w */
    float edges = 0;
    (void)of_row;
    (void)shifted;
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w - 1; x++) {
            edges = im->data[y * (long)im->w + x + 1] - im->data[y * (long)im->w + x];
            out[y * im->w + x] = edges * 2;
        }
}

static float last(const float *values, int i)
{
    return values[i];
}

static void smooth_rows(int n, const float in[restrict n], float out[restrict n])
{
    /* polycc: smooth[i] -> smooth; 1 cell instead of n */
    float smooth = 0;
    (void)last;
    for (int i = 1; i < n; i++) {
        smooth = in[i] + in[i - 1];
        out[i] = smooth * smooth;
    }
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
