// polycc: --at h=20,w=30
// bytes: 7200 -> 12
// expect: scalarized gx
// expect: scalarized gy
// expect: scalarized strength
/* Edge strength of 8-bit pixels: both gradients and the strength are spent at the pixel that
   they belong to. Casts both ways; the clamp is a data-dependent conditional without accesses. */
#include <math.h>
#include "bits.h"

static void edges(int h, int w, const uint8_t in[h][w], uint8_t out[h][w])
{
    /* polycc: gx[i][j] -> gx; 1 cell instead of h * w */
    int gx = 0;
    /* polycc: gy[i][j] -> gy; 1 cell instead of h * w */
    int gy = 0;
    /* polycc: strength[i][j] -> strength; 1 cell instead of h * w */
    int strength = 0;
#pragma scop
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            gx = in[y - 1][x + 1] + 2 * in[y][x + 1] + in[y + 1][x + 1]
                - in[y - 1][x - 1] - 2 * in[y][x - 1] - in[y + 1][x - 1];
            gy = in[y + 1][x - 1] + 2 * in[y + 1][x] + in[y + 1][x + 1]
                - in[y - 1][x - 1] - 2 * in[y - 1][x] - in[y - 1][x + 1];
            strength = (int)sqrt((double)(gx * gx + gy * gy));
            out[y][x] = (uint8_t)(strength > 255 ? 255 : strength);
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3}, {3, 8}, {9, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        uint8_t *in = data_u8(h * w, 42, 256), *out = data_u8(h * w, 43, 256);
        edges(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
