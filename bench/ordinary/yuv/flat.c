/* Colours to brightness and two differences, the latter at half the size in both directions. */
#include "program.h"

static void convert(const unsigned char *rgb, int width, int height, unsigned char *luma, unsigned char *blue,
                    unsigned char *red)
{
    int *u = malloc(width * height * sizeof(int));
    int *v = malloc(width * height * sizeof(int));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int r = rgb[3 * (y * width + x)], g = rgb[3 * (y * width + x) + 1], b = rgb[3 * (y * width + x) + 2];
            luma[y * width + x] = (77 * r + 150 * g + 29 * b + 128) >> 8;
            u[y * width + x] = -43 * r - 85 * g + 128 * b;
            v[y * width + x] = 128 * r - 107 * g - 21 * b;
        }
    for (int y = 0; y < height / 2; y++)
        for (int x = 0; x < width / 2; x++) {
            int i = 2 * y * width + 2 * x, o = y * (width / 2) + x;
            blue[o] = (u[i] + u[i + 1] + u[i + width] + u[i + width + 1] + 131072) / 1028;
            red[o] = (v[i] + v[i + 1] + v[i + width] + v[i + width + 1] + 131072) / 1028;
        }
    free(u);
    free(v);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *rgb = bytes((size_t)12 * w * h, 1), *luma = bytes((size_t)4 * w * h, 2);
    unsigned char *blue = bytes((size_t)w * h, 3), *red = bytes((size_t)w * h, 4);
    convert(rgb, 2 * w, 2 * h, luma, blue, red);
    show("luma", luma, (size_t)4 * w * h);
    show("blue", blue, (size_t)w * h);
    show("red", red, (size_t)w * h);
    free(rgb);
    free(luma);
    free(blue);
    free(red);
    return 0;
}
