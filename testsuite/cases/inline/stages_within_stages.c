// expect: contracted grey
/* A stage that calls two others, which set a pixel by a function; one value is computed by a function with a condition. */
#include "bits.h"

static void set(float *image, int w, int x, int y, float value)
{
    image[y * w + x] = value;
}

static float darker(const float *image, int w, int x, int y, float limit)
{
    return image[y * w + x] < limit ? image[y * w + x] : limit;
}

static void to_grey(const float *r, const float *g, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            set(out, w, x, y, 0.3f * r[y * w + x] + 0.7f * g[y * w + x]);
}

static void sharpen(const float *in, float *out, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            set(out, w, x, y, 5 * darker(in, w, x, y, 1) - in[(y - 1) * w + x] - in[(y + 1) * w + x]);
}

static void grey_and_sharpen(const float *r, const float *g, float *grey, float *out, int w, int h)
{
    to_grey(r, g, grey, w, h);
    sharpen(grey, out, w, h);
}

static void process(int w, int h, const float *restrict red, const float *restrict green, float *restrict out)
{
    float *grey = malloc(sizeof(float) * w * h);
    grey_and_sharpen(red, green, grey, out, w, h);
    free(grey);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *r = data_f32((long)h * w, 3), *g = data_f32((long)h * w, 4), *out = data_f32((long)h * w, 5);
        process(w, h, r, g, out);
        show("out", out, (long)h * w, sizeof *out);
        free(r);
        free(g);
        free(out);
    }
    return 0;
}
