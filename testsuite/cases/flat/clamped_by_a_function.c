// expect: contracted rough
/* Coordinates are kept within the image by functions, as image code does: with conditions, or with early returns. */
#include "bits.h"

static int clamp(int v, int low, int high)
{
    if (v < low)
        return low;
    if (v > high)
        return high;
    return v;
}

static int least(int a, int b) { return a < b ? a : b; }

static void smooth(const float *in, float *out, int w, int h)
{
    if (w < 1 || h < 1)
        return;
    float *rough = malloc(sizeof(float) * w * h);
    if (!rough)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            rough[y * w + x] = in[y * w + clamp(x - 1, 0, w - 1)] + in[y * w + least(x + 1, w - 1)];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int above = clamp(y - 1, 0, h - 1);
            out[y * w + x] = rough[above * w + x] + rough[y * w + x] + rough[clamp(y + 1, 0, h - 1) * w + x];
        }
    free(rough);
}

int main(void)
{
    static const int sizes[][2] = {{3, 4}, {1, 5}, {16, 7}, {5, 1}, {4, 2}, {0, 3}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1];
        float *in = data_f32(w * h + 1, 3), *out = data_f32(w * h + 1, 4);
        smooth(in, out, w, h);
        show("out", out, w * h, sizeof *out);
        smooth(in, in, w, h);
        show("in", in, w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
