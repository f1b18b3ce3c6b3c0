#include "stages.h"

struct gray gray_new(int w, int h)
{
    struct gray im;
    im.w = w;
    im.h = h;
    im.data = malloc(sizeof(float) * w * h);
    return im;
}

void gray_free(struct gray im)
{
    free(im.data);
}

void linearise(struct gray in, struct gray out)
{
    for (int i = 0; i < in.w * in.h; i++)
        out.data[i] = in.data[i] * in.data[i];
}

void soften(struct gray in, struct gray out)
{
    for (int y = 0; y < in.h; y++)
        for (int x = 0; x < in.w; x++) {
            float above = y > 0 ? in.data[(y - 1) * in.w + x] : in.data[y * in.w + x];
            float below = y + 1 < in.h ? in.data[(y + 1) * in.w + x] : in.data[y * in.w + x];
            out.data[y * out.w + x] = 0.25f * above + 0.5f * in.data[y * in.w + x] + 0.25f * below;
        }
}

void stretch(struct gray in, struct gray out, float low, float high)
{
    for (int i = 0; i < in.w * in.h; i++)
        out.data[i] = (in.data[i] - low) / (high - low);
}

/* Passes errors on to the right and below. */
void diffuse(struct gray im, unsigned char *dots)
{
    for (int y = 0; y < im.h; y++)
        for (int x = 0; x < im.w; x++) {
            float v = im.data[y * im.w + x];
            int dot = v >= 0.5f;
            float error = v - dot;
            dots[y * im.w + x] = dot;
            if (x + 1 < im.w)
                im.data[y * im.w + x + 1] += error * 7 / 16;
            if (y + 1 < im.h) {
                if (x > 0)
                    im.data[(y + 1) * im.w + x - 1] += error * 3 / 16;
                im.data[(y + 1) * im.w + x] += error * 5 / 16;
                if (x + 1 < im.w)
                    im.data[(y + 1) * im.w + x + 1] += error * 1 / 16;
            }
        }
}

/* Eight dots a byte; the width is a multiple of eight. */
void pack(const unsigned char *dots, unsigned char *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w / 8; x++) {
            int bits = 0;
            for (int k = 0; k < 8; k++)
                bits = bits << 1 | dots[y * w + 8 * x + k];
            out[y * (w / 8) + x] = bits;
        }
}
