/* Gaussian blur with five taps, first along rows, then along columns; the borders are copied. */
#include "program.h"

static void blur(int h, int w, const float in[restrict h][w], float out[restrict h][w])
{
    float (*t)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x < 2 || x >= w - 2)
                t[y][x] = in[y][x];
            else
                t[y][x] = (in[y][x - 2] + 4 * in[y][x - 1] + 6 * in[y][x] + 4 * in[y][x + 1] + in[y][x + 2]) / 16;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (y < 2 || y >= h - 2)
                out[y][x] = t[y][x];
            else
                out[y][x] = (t[y - 2][x] + 4 * t[y - 1][x] + 6 * t[y][x] + 4 * t[y + 1][x] + t[y + 2][x]) / 16;
        }
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    blur(h, w, (void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
