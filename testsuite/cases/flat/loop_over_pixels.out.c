// expect: contracted grey
// expect: contracted mask
/* Loops over all pixels of an image, of which each has `3` or `channels` numbers, beside loops over its rows. */
#include "bits.h"

/* polycc: `outline_apart` is `outline` for sizes as they should be, in memory that doesn't overlap */
static void outline_apart(const float *rgb, float *out, int w, int h)
{
    /* polycc: grey[i * w + j] -> grey[(i % 2) * w + j]; 2 * w cells instead of h * w */
    /* polycc: mask[i * w + j] -> mask[j]; w cells instead of h * w */
    float *grey = malloc(sizeof(float) * 2 * w), *mask = malloc(sizeof(float[w]));
    {
        float *grey_0 = &grey[0], *grey_1 = &grey[w];
        for (int i_0 = 0; i_0 < h; i_0++) {
            for (int i_1 = 0; i_1 < w; i_1++)
                grey_0[i_1] = (rgb[i_0 * (3 * w) + 3 * i_1] + 2 * rgb[i_0 * (3 * w) + 3 * i_1 + 1] + rgb[i_0 * (3 * w) + 3 * i_1 + 2]) / 4;
            for (int x = 0; x < w; x++)
                mask[x] = i_0 < 1 || x < 1 ? 0 : grey_0[x] - grey_1[x - 1];
            for (int i_1 = 0; i_1 < w; i_1++)
                for (int c = 0; c < 3; c++)
                    out[i_0 * (3 * w) + c + 3 * i_1] = rgb[i_0 * (3 * w) + c + 3 * i_1] - mask[i_1];
            float *grey_next = grey_1;
            grey_1 = grey_0, grey_0 = grey_next;
        }
    }
    free(grey);
    free(mask);
}

static void outline(const float *rgb, float *out, int w, int h)
{
    /* polycc: `outline_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 1) && ((const char *)(rgb + ((long)h * (3 * (long)w))) <= (const char *)out || (const char *)(out + ((long)h * (3 * (long)w))) <= (const char *)rgb), 1)) {
        outline_apart(rgb, out, w, h);
        return;
    }
    float *grey = malloc(sizeof(float) * w * h), *mask = malloc(sizeof(float) * w * h);
    for (int i = 0; i < w * h; i++)
        grey[i] = (rgb[3 * i] + 2 * rgb[3 * i + 1] + rgb[i * 3 + 2]) / 4;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            mask[y * w + x] = y < 1 || x < 1 ? 0 : grey[y * w + x] - grey[(y - 1) * w + x - 1];
    for (int i = 0; i < w * h; i++)
        for (int c = 0; c < 3; c++)
            out[3 * i + c] = rgb[3 * i + c] - mask[i];
    free(grey);
    free(mask);
}

/* polycc: `spread_apart` is `spread` for sizes as they should be, in memory that doesn't overlap */
static void spread_apart(const float *in, float *out, int w, int h, int channels)
{
    /* polycc: grey[i * w + j] -> grey[(i % 2) * w + j]; 2 * w cells instead of h * w */
    /* polycc: mask[i * w + j] -> mask[j]; w cells instead of h * w */
    float *grey = malloc(sizeof(float) * 2 * w), *mask = malloc(sizeof(float[w]));
    {
        float *grey_0 = &grey[0], *grey_1 = &grey[w];
        for (int i_0 = 0; i_0 < h; i_0++) {
            for (int i_1 = 0; i_1 < w; i_1++)
                grey_0[i_1] = in[(i_0 * w + i_1) * channels];
            for (int x = 0; x < w; x++)
                mask[x] = i_0 < 1 || x < 1 ? 1 : grey_0[x] + grey_1[x - 1];
            for (int i_1 = 0; i_1 < w; i_1++)
                for (int c = 0; c < channels; c++)
                    out[(i_0 * w + i_1) * channels + c] = mask[i_1] * in[(i_0 * w + i_1) * channels + c];
            float *grey_next = grey_1;
            grey_1 = grey_0, grey_0 = grey_next;
        }
    }
    free(grey);
    free(mask);
}

static void spread(const float *in, float *out, int w, int h, int channels)
{
    /* polycc: `spread_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)w >= 1) && ((long)channels >= 0) && ((const char *)(in + ((((long)h - 1) * (long)w + ((long)w - 1)) * (long)channels + (1 > (long)channels ? 1 : (long)channels))) <= (const char *)out || (const char *)(out + (((long)h * (long)w) * (long)channels)) <= (const char *)in), 1)) {
        spread_apart(in, out, w, h, channels);
        return;
    }
    float *grey = malloc(sizeof(float) * w * h), *mask = malloc(sizeof(float) * w * h);
    for (int i = 0; i < w * h; i++)
        grey[i] = in[i * channels];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            mask[y * w + x] = y < 1 || x < 1 ? 1 : grey[y * w + x] + grey[(y - 1) * w + x - 1];
    for (int i = 0; i < w * h; i++)
        for (int c = 0; c < channels; c++)
            out[i * channels + c] = mask[i] * in[i * channels + c];
    free(grey);
    free(mask);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32(3L * w * h, 3), *out = data_f32(3L * w * h, 4);
        outline(in, out, w, h);
        show("out", out, 3L * w * h, sizeof *out);
        for (int channels = 1; channels < 4; channels++) {
            spread(in, out, w, h, channels);
            show("spread", out, (long)channels * w * h, sizeof *out);
        }
        outline(in, in, w, h);
        show("in", in, 3L * w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
