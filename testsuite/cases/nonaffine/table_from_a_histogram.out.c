// expect: scalarized level
/* Equalisation: the sums of a histogram are a table for the pixels. The histogram itself is filled in its order. */
#include "bits.h"

static void equalise(int w, int h, const unsigned char in[restrict h][w], unsigned char out[restrict h][w])
{
    /* polycc: level[i][j] -> level; 1 cell instead of h * w */
    int level = 0;
    int count[256] = {0}, sum[256];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            count[in[y][x]]++;
    sum[0] = count[0];
    for (int v = 1; v < 256; v++)
        sum[v] = sum[v - 1] + count[v];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            level = sum[in[y][x]];
            out[y][x] = (unsigned char)(level * 255ll / (w * h));
        }
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        unsigned char *in = malloc((size_t)w * h), *out = malloc((size_t)w * h);
        for (int i = 0; i < w * h; i++)
            in[i] = (unsigned char)(i * i + 3 * i);
        equalise(w, h, (const unsigned char(*)[w])in, (unsigned char(*)[w])out);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
