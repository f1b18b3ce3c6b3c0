// expect: contracted xx_pixels
// expect: contracted xy_pixels
/* Frames whose declarations give them their sizes and a block, used through a macro. */
#include "bits.h"

typedef struct {
    int width, height;
    double *pixels;
} frame;

#define PIXEL(f, x, y) ((f)->pixels[(y) * (f)->width + (x)])

static void corners(int w, int h, const double *restrict in, double *restrict out)
{
    frame xx = {w, h, malloc(w * h * sizeof(double))};
    frame xy = {w, h, (double *)malloc(sizeof(double) * h * w)};
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            double dx = in[y * w + x + 1] - in[y * w + x - 1];
            double dy = in[(y + 1) * w + x] - in[(y - 1) * w + x];
            PIXEL(&xx, x, y) = dx * dx;
            PIXEL(&xy, x, y) = dx * dy;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++)
            out[y * w + x] = PIXEL(&xx, x - 1, y) * PIXEL(&xx, x, y + 1) - PIXEL(&xy, x, y - 1) * xy.pixels[y * xy.width + x + 1];
    free(xx.pixels);
    free(xy.pixels);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++)
            corners(sizes[w], sizes[h], in, out);
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
