// polycc: --at h=20,w=30
// bytes: 4800 -> 124
// expect: contracted low
// expect: scalarized high
/* Sharpening along the rows: the low-pass row is complete before it is subtracted, the
   high-pass value is used at once. */
#include "bits.h"

typedef float pixel;

static void sharpen(int h, int w, pixel in[h][w], pixel out[h][w], pixel amount)
{
    /* polycc: low[i][j] -> low[j]; w cells instead of h * w */
    /* polycc: high[i][j] -> high; 1 cell instead of h * w */
    pixel low[w], high = 0;
#pragma scop
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            if (x == 0 || x == w - 1)
                low[x] = in[y][x];
            else
                low[x] = 0.25f * in[y][x - 1] + 0.5f * in[y][x] + 0.25f * in[y][x + 1];
        }
        for (int x = 0; x < w; x++) {
            high = in[y][x] - low[x];
            out[y][x] = in[y][x] + amount * high;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {6, 11}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        pixel *in = data_f32(h * w, 40), *out = data_f32(h * w, 41);
        sharpen(h, w, (void *)in, (void *)out, 1.5f);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
