#include "stages.h"
#include <math.h>

void subtract_black(const uint16_t *raw, float *out, int w, int h, int black, int white)
{
    for (int i = 0; i < w * h; i++) {
        int v = raw[i] < black ? 0 : raw[i] - black;
        out[i] = (float)v / (white - black);
    }
}

/* Red where both are even, blue where both are odd. */
void white_balance(float *mosaic, int w, int h, float red, float blue)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y % 2 == 0 && x % 2 == 0)
                mosaic[y * w + x] *= red;
            if (y % 2 == 1 && x % 2 == 1)
                mosaic[y * w + x] *= blue;
        }
}

void demosaic(const float *mosaic, float *rgb, int w, int h)
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            const float *m = mosaic + y * w + x;
            float *out = rgb + 3 * (y * w + x);
            float cross = (m[-1] + m[1] + m[-w] + m[w]) / 4, corners = (m[-w - 1] + m[-w + 1] + m[w - 1] + m[w + 1]) / 4;
            float across = (m[-1] + m[1]) / 2, down = (m[-w] + m[w]) / 2;
            if (y % 2 == 0 && x % 2 == 0) {
                out[0] = m[0];
                out[1] = cross;
                out[2] = corners;
            } else if (y % 2 == 1 && x % 2 == 1) {
                out[0] = corners;
                out[1] = cross;
                out[2] = m[0];
            } else {
                out[0] = y % 2 == 0 ? across : down;
                out[1] = m[0];
                out[2] = y % 2 == 0 ? down : across;
            }
        }
    /* The borders are grey. */
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x += y == 0 || y == h - 1 ? 1 : w > 1 ? w - 1 : 1)
            for (int c = 0; c < 3; c++)
                rgb[3 * (y * w + x) + c] = mosaic[y * w + x];
}

void colours(const float *in, float *out, int n)
{
    static const float m[3][3] = {{1.6f, -0.4f, -0.2f}, {-0.3f, 1.5f, -0.2f}, {0.1f, -0.6f, 1.5f}};
    for (int i = 0; i < n; i++)
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (int k = 0; k < 3; k++)
                sum += m[c][k] * in[3 * i + k];
            out[3 * i + c] = sum;
        }
}

void tone(float *rgb, int n)
{
    for (int i = 0; i < 3 * n; i++)
        rgb[i] = rgb[i] <= 0 ? 0 : sqrtf(rgb[i]);
}

void to_bytes(const float *rgb, unsigned char *out, int n)
{
    for (int i = 0; i < 3 * n; i++)
        out[i] = rgb[i] >= 1 ? 255 : (unsigned char)(rgb[i] * 255 + 0.5f);
}
