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
    /* polycc: xx.pixels[i * w + j] -> xx.pixels[(i % 2) * w + j]; 2 * w cells instead of h * w */
    frame xx = {w, h, malloc(sizeof(double) * 2 * w)};
    /* polycc: xy.pixels[i * w + j] -> xy.pixels[(i % 3) * w + j]; 3 * w cells instead of h * w */
    frame xy = {w, h, malloc(sizeof(double) * 3 * w)};
    {
        double *xx_pixels_0 = &xx.pixels[w], *xx_pixels_1 = &xx.pixels[0];
        double *xy_pixels_0 = &xy.pixels[w], *xy_pixels_1 = &xy.pixels[0], *xy_pixels_2 = &xy.pixels[2 * w];
        for (int y = 1; y < h - 1; y++) {
            for (int x = 1; x < w - 1; x++) {
                double dx = in[y * w + x + 1] - in[y * w + x - 1];
                double dy = in[(y + 1) * w + x] - in[(y - 1) * w + x];
                (xx_pixels_0[x]) = dx * dx;
                (xy_pixels_0[x]) = dx * dy;
            }
            if (y >= 3)
                for (int x = 2; x < w - 2; x++)
                    out[(y - 1) * w + x] = (xx_pixels_1[x - 1]) * (xx_pixels_0[x]) - (xy_pixels_2[x]) * xy_pixels_1[x + 1];
            double *xx_pixels_next = xx_pixels_1;
            xx_pixels_1 = xx_pixels_0, xx_pixels_0 = xx_pixels_next;
            double *xy_pixels_next = xy_pixels_2;
            xy_pixels_2 = xy_pixels_1, xy_pixels_1 = xy_pixels_0, xy_pixels_0 = xy_pixels_next;
        }
    }
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
