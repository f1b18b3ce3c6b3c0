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

/* polycc: `smooth_apart` is `smooth` for memory that doesn't overlap */
static void smooth_apart(const float *in, float *out, int w, int h)
{
    if (w < 1 || h < 1)
        return;
    /* polycc: rough[i * w + j] -> rough[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *rough = malloc(sizeof(float) * 3 * w);
    if (!rough)
        return;
    {
        float *rough_0 = &rough[0], *rough_1 = &rough[2 * w], *rough_2 = &rough[w];
        for (int y = 0; y <= h; y++) {
            if (y < h) {
                for (int x = 0; x < w && x < 1; x++)
                    rough_0[x] = in[y * w + (x - 1 < 0 ? 0 : (x - 1 > w - 1 ? w - 1 : x - 1))] + in[y * w + (x + 1 < w - 1 ? x + 1 : w - 1)];
                for (int x = 1; x < w - 2; x++)
                    rough_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
                for (int x = 1 > w - 2 ? 1 : w - 2; x < w; x++)
                    rough_0[x] = in[y * w + (x - 1 < 0 ? 0 : (x - 1 > w - 1 ? w - 1 : x - 1))] + in[y * w + (x + 1 < w - 1 ? x + 1 : w - 1)];
            }
            if (y >= 1) {
                const float *rough_row = &rough[((y - 1 + 1 < 0 ? 0 : (y - 1 + 1 > h - 1 ? h - 1 : y)) % 3) * w];
                const float *rough_row1 = &rough[((y - 1 - 1 < 0 ? 0 : (y - 1 - 1 > h - 1 ? h - 1 : y - 2)) % 3) * w];
                for (int x = 0; x < w; x++)
                    out[(y - 1) * w + x] = rough_row1[x] + rough_1[x] + rough_row[x];
            }
            float *rough_next = rough_2;
            rough_2 = rough_1, rough_1 = rough_0, rough_0 = rough_next;
        }
    }
    free(rough);
}

static void smooth(const float *in, float *out, int w, int h)
{
    /* polycc: `smooth_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        smooth_apart(in, out, w, h);
        return;
    }
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
