/* Colours to brightness and two differences, the latter at half the size in both directions. */
#include "program.h"

static void convert(int h, int w, const unsigned char rgb[restrict 2 * h][2 * w][3], unsigned char luma[restrict 2 * h][2 * w],
                    unsigned char blue[restrict h][w], unsigned char red[restrict h][w])
{
    int (*u)[2 * w] = malloc(sizeof(int[2 * h][2 * w]));
    int (*v)[2 * w] = malloc(sizeof(int[2 * h][2 * w]));
    for (int y = 0; y < 2 * h; y++)
        for (int x = 0; x < 2 * w; x++) {
            int r = rgb[y][x][0], g = rgb[y][x][1], b = rgb[y][x][2];
            luma[y][x] = (77 * r + 150 * g + 29 * b + 128) >> 8;
            u[y][x] = -43 * r - 85 * g + 128 * b;
            v[y][x] = 128 * r - 107 * g - 21 * b;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            blue[y][x] = (u[2 * y][2 * x] + u[2 * y][2 * x + 1] + u[2 * y + 1][2 * x] + u[2 * y + 1][2 * x + 1] + 131072) / 1028;
            red[y][x] = (v[2 * y][2 * x] + v[2 * y][2 * x + 1] + v[2 * y + 1][2 * x] + v[2 * y + 1][2 * x + 1] + 131072) / 1028;
        }
    free(u);
    free(v);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *rgb = bytes((size_t)12 * w * h, 1), *luma = bytes((size_t)4 * w * h, 2);
    unsigned char *blue = bytes((size_t)w * h, 3), *red = bytes((size_t)w * h, 4);
    convert(h, w, (void *)rgb, (void *)luma, (void *)blue, (void *)red);
    show("luma", luma, (size_t)4 * w * h);
    show("blue", blue, (size_t)w * h);
    show("red", red, (size_t)w * h);
    free(rgb);
    free(luma);
    free(blue);
    free(red);
    return 0;
}
