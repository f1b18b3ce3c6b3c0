/* Edges: all stages in one function. */
#include "program.h"
#include <math.h>

static void canny(int w, int h, const float in[restrict h][w], unsigned char out[restrict h][w], float low, float high)
{
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*smooth)[w] = malloc(sizeof(float[h][w]));
    float (*gx)[w] = malloc(sizeof(float[h][w]));
    float (*gy)[w] = malloc(sizeof(float[h][w]));
    float (*m)[w] = malloc(sizeof(float[h][w]));
    float (*thinned)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || x >= w - 2)
                t[y][x] = in[y][x];
            else
                t[y][x] = (2 * in[y][x - 2] + 4 * in[y][x - 1] + 5 * in[y][x] + 4 * in[y][x + 1] + 2 * in[y][x + 2]) / 17;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y < 2 || y >= h - 2)
                smooth[y][x] = t[y][x];
            else
                smooth[y][x] = (2 * t[y - 2][x] + 4 * t[y - 1][x] + 5 * t[y][x] + 4 * t[y + 1][x] + 2 * t[y + 2][x]) / 17;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            gx[y][x] = smooth[y - 1][x + 1] - smooth[y - 1][x - 1] + 2 * (smooth[y][x + 1] - smooth[y][x - 1])
                       + smooth[y + 1][x + 1] - smooth[y + 1][x - 1];
            gy[y][x] = smooth[y + 1][x - 1] - smooth[y - 1][x - 1] + 2 * (smooth[y + 1][x] - smooth[y - 1][x])
                       + smooth[y + 1][x + 1] - smooth[y - 1][x + 1];
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            m[y][x] = sqrtf(gx[y][x] * gx[y][x] + gy[y][x] * gy[y][x]);
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float ax = fabsf(gx[y][x]), ay = fabsf(gy[y][x]), a, b;
            if (ay < 0.4142f * ax) {
                a = m[y][x - 1];
                b = m[y][x + 1];
            } else if (ax < 0.4142f * ay) {
                a = m[y - 1][x];
                b = m[y + 1][x];
            } else if ((gx[y][x] > 0) == (gy[y][x] > 0)) {
                a = m[y - 1][x - 1];
                b = m[y + 1][x + 1];
            } else {
                a = m[y - 1][x + 1];
                b = m[y + 1][x - 1];
            }
            thinned[y][x] = m[y][x] >= a && m[y][x] >= b ? m[y][x] : 0;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || y < 2 || x >= w - 2 || y >= h - 2)
                out[y][x] = 0;
            else
                out[y][x] = thinned[y][x] >= high ? 255 : thinned[y][x] >= low ? 128 : 0;
        }
    free(t);
    free(smooth);
    free(gx);
    free(gy);
    free(m);
    free(thinned);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1);
    unsigned char *out = bytes((size_t)w * h, 2);
    canny(w, h, (const void *)in, (void *)out, 0.3f, 0.6f);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
