// expect: scalarized gx
// expect: scalarized gy
// expect: contracted xx
/* Stages over arrays of two dimensions, one of them called three times with other arrays: nobody calls them afterwards. */
#include "bits.h"

static void gradients(int h, int w, const float in[h][w], float gx[h][w], float gy[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            gx[y][x] = in[y][x + 1] - in[y][x - 1];
            gy[y][x] = in[y + 1][x] - in[y - 1][x];
        }
}

static void multiply(int h, int w, const float a[h][w], const float b[h][w], float out[h][w])
{
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = a[y][x] * b[y][x];
}

static void respond(int h, int w, const float xx[h][w], const float yy[h][w], const float xy[h][w], float out[h][w], float k)
{
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float a = xx[y - 1][x] + xx[y][x] + xx[y + 1][x];
            float b = yy[y][x - 1] + yy[y][x] + yy[y][x + 1];
            float c = xy[y][x];
            out[y][x] = a * b - c * c - k * (a + b) * (a + b);
        }
}

static void corners(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    float gx[h][w], gy[h][w], xx[h][w], yy[h][w], xy[h][w];
    gradients(h, w, in, gx, gy);
    multiply(h, w, gx, gx, xx);
    multiply(h, w, gy, gy, yy);
    multiply(h, w, gx, gy, xy);
    respond(h, w, xx, yy, xy, out, 0.04f);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 3), *out = data_f32((long)h * w, 5);
        corners(w, h, (const float (*)[w])in, (float (*)[w])out);
        show("corners", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
