// expect: contracted grey
// expect: contracted mask
/* Loops over all pixels of an image, of which each has `3` or `channels` numbers, beside loops over its rows. */
#include "bits.h"

static void outline(const float *rgb, float *out, int w, int h)
{
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

static void spread(const float *in, float *out, int w, int h, int channels)
{
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
