/* Colours to brightness and two differences, the latter at half the size in both directions. */
#include "program.h"

struct rgb {
    unsigned char r, g, b;
};

struct picture {
    int width, height;
    struct rgb *pixels;
};

struct planes {
    unsigned char *luma, *blue, *red;
};

static void convert(const struct picture *in, struct planes *out)
{
    int width = in->width, height = in->height;
    int *u = malloc(width * height * sizeof(int));
    int *v = malloc(width * height * sizeof(int));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int r = in->pixels[y * width + x].r, g = in->pixels[y * width + x].g, b = in->pixels[y * width + x].b;
            out->luma[y * width + x] = (77 * r + 150 * g + 29 * b + 128) >> 8;
            u[y * width + x] = -43 * r - 85 * g + 128 * b;
            v[y * width + x] = 128 * r - 107 * g - 21 * b;
        }
    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < width / 2; x++) {
            int i = 2 * y * width + 2 * x, o = y * (width / 2) + x;
            out->blue[o] = (u[i] + u[i + 1] + u[i + width] + u[i + width + 1] + 131072) / 1028;
            out->red[o] = (v[i] + v[i + 1] + v[i + width] + v[i + width + 1] + 131072) / 1028;
        }
    free(u);
    free(v);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    struct picture in = {2 * w, 2 * h, bytes((size_t)12 * w * h, 1)};
    struct planes out = {bytes((size_t)4 * w * h, 2), bytes((size_t)w * h, 3), bytes((size_t)w * h, 4)};
    convert(&in, &out);
    show("luma", out.luma, (size_t)4 * w * h);
    show("blue", out.blue, (size_t)w * h);
    show("red", out.red, (size_t)w * h);
    free(in.pixels);
    free(out.luma);
    free(out.blue);
    free(out.red);
    return 0;
}
