/* Edges: horizontal and vertical differences, their magnitude, a threshold. */
#include "program.h"

static void sobel(unsigned char *in, unsigned char *out, int w, int h, int threshold)
{
    int *gx = malloc(sizeof(int) * w * h);
    int *gy = malloc(sizeof(int) * w * h);
    int *magnitude = malloc(sizeof(int) * w * h);
    int x, y;

    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            gx[y * w + x] = in[(y - 1) * w + x + 1] - in[(y - 1) * w + x - 1]
                            + 2 * (in[y * w + x + 1] - in[y * w + x - 1])
                            + in[(y + 1) * w + x + 1] - in[(y + 1) * w + x - 1];
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            gy[y * w + x] = in[(y + 1) * w + x - 1] - in[(y - 1) * w + x - 1]
                            + 2 * (in[(y + 1) * w + x] - in[(y - 1) * w + x])
                            + in[(y + 1) * w + x + 1] - in[(y - 1) * w + x + 1];
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            magnitude[y * w + x] = abs(gx[y * w + x]) + abs(gy[y * w + x]);
    for (y = 1; y < h - 1; y++)
        for (x = 1; x < w - 1; x++)
            out[y * w + x] = magnitude[y * w + x] > threshold ? 255 : 0;
    free(gx);
    free(gy);
    free(magnitude);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *in = bytes((size_t)w * h, 1), *out = bytes((size_t)w * h, 2);
    sobel(in, out, w, h, 300);
    show("out", out, (size_t)w * h);
    free(in);
    free(out);
    return 0;
}
