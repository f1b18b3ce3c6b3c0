/* Edges: horizontal and vertical differences, their magnitude, a threshold. */
#include "program.h"

struct picture {
    int width, height;
    unsigned char *pixels;
};

static int sobel(const struct picture *in, struct picture *out, int threshold)
{
    int w = in->width;
    int *gx = malloc(sizeof(int) * w * in->height);
    int *gy = malloc(sizeof(int) * w * in->height);
    int *magnitude = malloc(sizeof(int) * w * in->height);
    int x, y;

    if (!gx || !gy || !magnitude)
        return -1;
    for (y = 1; y < in->height - 1; y++)
        for (x = 1; x < w - 1; x++)
            gx[y * w + x] = in->pixels[(y - 1) * w + x + 1] - in->pixels[(y - 1) * w + x - 1]
                            + 2 * (in->pixels[y * w + x + 1] - in->pixels[y * w + x - 1])
                            + in->pixels[(y + 1) * w + x + 1] - in->pixels[(y + 1) * w + x - 1];
    for (y = 1; y < in->height - 1; y++)
        for (x = 1; x < w - 1; x++)
            gy[y * w + x] = in->pixels[(y + 1) * w + x - 1] - in->pixels[(y - 1) * w + x - 1]
                            + 2 * (in->pixels[(y + 1) * w + x] - in->pixels[(y - 1) * w + x])
                            + in->pixels[(y + 1) * w + x + 1] - in->pixels[(y - 1) * w + x + 1];
    for (y = 1; y < in->height - 1; y++)
        for (x = 1; x < w - 1; x++)
            magnitude[y * w + x] = abs(gx[y * w + x]) + abs(gy[y * w + x]);
    for (y = 1; y < in->height - 1; y++)
        for (x = 1; x < w - 1; x++)
            out->pixels[y * w + x] = magnitude[y * w + x] > threshold ? 255 : 0;
    free(gx);
    free(gy);
    free(magnitude);
    return 0;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct picture in = {w, h, bytes((size_t)w * h, 1)}, out = {w, h, bytes((size_t)w * h, 2)};
    if (sobel(&in, &out, 300) != 0)
        return 1;
    show("out", out.pixels, (size_t)w * h);
    free(in.pixels);
    free(out.pixels);
    return 0;
}
