/* The histogram of an image made even. */
#include "program.h"

static void equalise(int h, int w, const unsigned char in[restrict h][w], unsigned char out[restrict h][w])
{
    int (*level)[w] = malloc(sizeof(int[h][w]));
    int count[256] = {0}, sum[256];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            count[in[y][x]]++;
    sum[0] = count[0];
    for (int v = 1; v < 256; v++)
        sum[v] = sum[v - 1] + count[v];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            level[y][x] = sum[in[y][x]];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (unsigned char)(level[y][x] * 255ll / (w * h));
    free(level);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    equalise(h, w, (void *)in, (void *)out);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
