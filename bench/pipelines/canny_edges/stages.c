#include "stages.h"
#include <math.h>

void gauss_rows(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || x >= w - 2)
                out[y * w + x] = in[y * w + x];
            else
                out[y * w + x] = (2 * in[y * w + x - 2] + 4 * in[y * w + x - 1] + 5 * in[y * w + x]
                                  + 4 * in[y * w + x + 1] + 2 * in[y * w + x + 2]) / 17;
        }
}

void gauss_columns(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y < 2 || y >= h - 2)
                out[y * w + x] = in[y * w + x];
            else
                out[y * w + x] = (2 * in[(y - 2) * w + x] + 4 * in[(y - 1) * w + x] + 5 * in[y * w + x]
                                  + 4 * in[(y + 1) * w + x] + 2 * in[(y + 2) * w + x]) / 17;
        }
}

void gradients(const float *in, float *gx, float *gy, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *a = in + (y - 1) * w + x, *b = in + y * w + x, *c = in + (y + 1) * w + x;
            gx[y * w + x] = a[1] - a[-1] + 2 * (b[1] - b[-1]) + c[1] - c[-1];
            gy[y * w + x] = c[-1] - a[-1] + 2 * (c[0] - a[0]) + c[1] - a[1];
        }
}

void magnitude(const float *gx, const float *gy, float *m, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            m[y * w + x] = sqrtf(gx[y * w + x] * gx[y * w + x] + gy[y * w + x] * gy[y * w + x]);
}

/* Keeps what is largest across the edge. */
void thin(const float *gx, const float *gy, const float *m, float *out, int w, int h)
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            int i = y * w + x;
            float ax = fabsf(gx[i]), ay = fabsf(gy[i]), a, b;
            if (ay < 0.4142f * ax) {
                a = m[i - 1];
                b = m[i + 1];
            } else if (ax < 0.4142f * ay) {
                a = m[i - w];
                b = m[i + w];
            } else if ((gx[i] > 0) == (gy[i] > 0)) {
                a = m[i - w - 1];
                b = m[i + w + 1];
            } else {
                a = m[i - w + 1];
                b = m[i + w - 1];
            }
            out[i] = m[i] >= a && m[i] >= b ? m[i] : 0;
        }
}

void classify(const float *in, unsigned char *out, int w, int h, float low, float high)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
                out[y * w + x] = 0;
            else
                out[y * w + x] = in[y * w + x] >= high ? 255 : in[y * w + x] >= low ? 128 : 0;
        }
}
