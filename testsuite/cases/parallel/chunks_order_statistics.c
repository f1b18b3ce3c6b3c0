// polycc: --parallel --optimize speed --at h=4096,w=4096
// expect: contracted lo
// expect: contracted mid
// expect: contracted hi
/* The least, middle and greatest of three neighbours, used one row later, in the same row and one row before: all of
   them start as early in a chunk as the first of them has to, so that their loop tests nothing. */
#include "bits.h"

static void spread(int h, int w, const uint8_t (*restrict in)[w], uint8_t (*restrict out)[w])
{
    uint8_t (*lo)[w] = malloc(sizeof(uint8_t[h][w]));
    uint8_t (*mid)[w] = malloc(sizeof(uint8_t[h][w]));
    uint8_t (*hi)[w] = malloc(sizeof(uint8_t[h][w]));
#pragma scop
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++) {
            uint8_t a = in[y][x - 1], b = in[y][x], c = in[y][x + 1];
            uint8_t p = a < b ? a : b, q = a < b ? b : a;
            lo[y][x] = p < c ? p : c;
            mid[y][x] = q < c ? q : (p > c ? p : c);
            hi[y][x] = q > c ? q : c;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y][x] = (uint8_t)((lo[y - 1][x] + 2 * mid[y][x] + hi[y + 1][x]) / 4);
#pragma endscop
    free(lo);
    free(mid);
    free(hi);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {17, 9}, {63, 5}, {64, 6}, {66, 5}, {67, 8}, {200, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        uint8_t *in = data_u8(h * w, 7, 256), *out = data_u8(h * w, 8, 256);
        spread(h, w, (void *)in, (void *)out);
        show("out", out, h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
