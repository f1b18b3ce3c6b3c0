/* Edges: horizontal and vertical differences, their magnitude, a threshold. */
#include "program.h"

static void sobel(int h, int w, unsigned char in[restrict h][w], unsigned char out[restrict h][w], int threshold)
{
    int (*gx)[w] = malloc(sizeof(int[h][w]));
    int (*gy)[w] = malloc(sizeof(int[h][w]));
    int (*magnitude)[w] = malloc(sizeof(int[h][w]));
    int x, y;

    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            gx[y][x] = in[y - 1][x + 1] - in[y - 1][x - 1] + 2 * (in[y][x + 1] - in[y][x - 1])
                       + in[y + 1][x + 1] - in[y + 1][x - 1];
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            gy[y][x] = in[y + 1][x - 1] - in[y - 1][x - 1] + 2 * (in[y + 1][x] - in[y - 1][x])
                       + in[y + 1][x + 1] - in[y - 1][x + 1];
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            magnitude[y][x] = abs(gx[y][x]) + abs(gy[y][x]);
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            out[y][x] = magnitude[y][x] > threshold ? 255 : 0;
    free(gx);
    free(gy);
    free(magnitude);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    sobel(h, w, (void *)in, (void *)out, 300);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
