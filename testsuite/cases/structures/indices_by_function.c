// expect: scalarized blurred
/* A function that computes where a pixel is, from what the image says of itself. */
#include "bits.h"

typedef struct {
    int width, height, stride;
    float *pixels;
} image;

static int at(const image *im, int x, int y)
{
    return y * im->stride + x;
}

static size_t row(const image *im, int y)
{
    return (size_t)y * im->stride;
}

static void sharpen(const image *in, image *out)
{
    int w = in->width, h = in->height;
    float *blurred = malloc(sizeof *blurred * row(in, h));
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            blurred[at(in, x, y)] = (in->pixels[at(in, x - 1, y)] + in->pixels[at(in, x + 1, y)] + in->pixels[at(in, x, y - 1)] + in->pixels[at(in, x, y + 1)]) * 0.25f;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out->pixels[at(out, x, y)] = 2 * in->pixels[at(in, x, y)] - blurred[at(in, x, y)];
    free(blurred);
}

static void run(int w, int h, int more)
{
    image in = {w, h, w + more, data_f32((long)h * (w + more), 5)}, out = in;
    out.pixels = block((long)h * (w + more), sizeof *out.pixels);
    sharpen(&in, &out);
    show("out", out.pixels, (long)h * (w + more), sizeof *out.pixels);
    free(in.pixels);
    free(out.pixels);
}

int main(void)
{
    for (int h = 0; h < 5; h++)
        for (int w = 0; w < 5; w++)
            run(w, h, h % 2);
    run(70, 90, 3);
    run(200, 40, 0);
    return 0;
}
