/* How much of a corner each pixel is, after Harris. */
#include "program.h"

typedef struct {
    int width, height;
    float *pixels;
} frame;

#define PIXEL(f, x, y) ((f)->pixels[(y) * (f)->width + (x)])

static void harris(const frame *in, frame *out)
{
    int w = in->width, h = in->height;
    frame xx = {w, h, malloc(w * h * sizeof(float))};
    frame xy = {w, h, malloc(w * h * sizeof(float))};
    frame yy = {w, h, malloc(w * h * sizeof(float))};
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float dx = 0.5f * (PIXEL(in, x + 1, y) - PIXEL(in, x - 1, y));
            float dy = 0.5f * (PIXEL(in, x, y + 1) - PIXEL(in, x, y - 1));
            PIXEL(&xx, x, y) = dx * dx;
            PIXEL(&xy, x, y) = dx * dy;
            PIXEL(&yy, x, y) = dy * dy;
        }
    for (int y = 2; y < h - 2; y++)
        for (int x = 2; x < w - 2; x++) {
            float a = 0, b = 0, c = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++) {
                    a += PIXEL(&xx, x + i, y + j);
                    b += PIXEL(&xy, x + i, y + j);
                    c += PIXEL(&yy, x + i, y + j);
                }
            PIXEL(out, x, y) = a * c - b * b - 0.05f * (a + c) * (a + c);
        }
    free(xx.pixels);
    free(xy.pixels);
    free(yy.pixels);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    frame in = {w, h, floats((size_t)w * h, 1)}, out = {w, h, floats((size_t)w * h, 2)};
    harris(&in, &out);
    show("out", out.pixels, sizeof(float) * w * h);
    free(in.pixels);
    free(out.pixels);
    return 0;
}
