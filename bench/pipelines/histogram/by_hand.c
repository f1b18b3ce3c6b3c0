/* Evens out the histogram of a colour picture: all stages in one function. */
#include "program.h"

typedef unsigned char byte;

static void equalise(int w, int h, const byte rgb[restrict h][w][3], byte out[restrict h][w])
{
    int counts[256], sums[256];
    byte table[256];
    byte (*luma)[w] = malloc(sizeof(byte[h][w]));
    byte (*t)[w] = malloc(sizeof(byte[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            luma[y][x] = (77 * rgb[y][x][0] + 150 * rgb[y][x][1] + 29 * rgb[y][x][2]) >> 8;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x == 0 || x == w - 1)
                t[y][x] = luma[y][x];
            else
                t[y][x] = (luma[y][x - 1] + 2 * luma[y][x] + luma[y][x + 1] + 2) >> 2;
        }
    for (int v = 0; v < 256; v++)
        counts[v] = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            counts[t[y][x]]++;
    int sum = 0;
    for (int v = 0; v < 256; v++) {
        sum += counts[v];
        sums[v] = sum;
    }
    for (int v = 0; v < 256; v++)
        table[v] = (byte)(255.0 * sums[v] / (w * h));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = table[t[y][x]];
    free(luma);
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    byte *rgb = bytes((size_t)w * h * 3, 1), *out = bytes((size_t)w * h, 2);
    equalise(w, h, (const void *)rgb, (void *)out);
    show("out", out, (size_t)w * h);
    free(rgb);
    free(out);
    return 0;
}
