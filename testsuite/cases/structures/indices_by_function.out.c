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

/* polycc: `sharpen_apart` is `sharpen` for sizes as they should be, in memory that doesn't overlap */
static void sharpen_apart(const image *in, image *out)
{
    int w = in->width, h = in->height;
    /* polycc: blurred[i * in->stride + j] -> blurred; 1 cell instead of h * in->stride */
    float blurred = 0;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            blurred = (in->pixels[y * in->stride + x - 1] + in->pixels[y * in->stride + x + 1] + in->pixels[(y - 1) * in->stride + x] + in->pixels[(y + 1) * in->stride + x]) * 0.25f;
            out->pixels[y * out->stride + x] = 2 * in->pixels[y * in->stride + x] - blurred;
        }
}

static void sharpen(const image *in, image *out)
{
    /* polycc: `sharpen_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)in->width >= 3) && ((long)in->height >= 3) && ((long)in->stride + 1 >= (long)in->width) && ((long)out->stride + 1 >= (long)in->width) && ((long)in->stride >= 0) && ((const char *)(in->pixels + (((long)in->height - 1) * (long)in->stride + (long)in->width)) <= (const char *)(out->pixels + (long)out->stride) || (const char *)(out->pixels + (((long)in->height - 1) * (long)out->stride)) <= (const char *)in->pixels), 1)) {
        sharpen_apart(in, out);
        return;
    }
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
