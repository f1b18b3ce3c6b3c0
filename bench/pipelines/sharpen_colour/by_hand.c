/* Sharpens a colour image by its brightness: all stages in one function. */
#include "program.h"

static void sharpen_colour(int w, int h, const float rgb[restrict h][w][3], float out[restrict h][w][3], float amount)
{
    float (*luma)[w] = malloc(sizeof(float[h][w]));
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*smooth)[w] = malloc(sizeof(float[h][w]));
    float (*detail)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            luma[y][x] = 0.299f * rgb[y][x][0] + 0.587f * rgb[y][x][1] + 0.114f * rgb[y][x][2];
    for (int y = 0; y < h; y++) {
        t[y][0] = luma[y][0];
        t[y][w - 1] = luma[y][w - 1];
        for (int x = 1; x < w - 1; x++)
            t[y][x] = (luma[y][x - 1] + 2 * luma[y][x] + luma[y][x + 1]) / 4;
    }
    for (int x = 0; x < w; x++) {
        smooth[0][x] = t[0][x];
        smooth[h - 1][x] = t[h - 1][x];
    }
    for (int y = 1; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            smooth[y][x] = (t[y - 1][x] + 2 * t[y][x] + t[y + 1][x]) / 4;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            detail[y][x] = luma[y][x] - smooth[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++)
                out[y][x][c] = rgb[y][x][c] + amount * detail[y][x];
    free(luma);
    free(t);
    free(smooth);
    free(detail);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *rgb = floats((size_t)w * h * 3, 1), *out = floats((size_t)w * h * 3, 2);
    sharpen_colour(w, h, (const void *)rgb, (void *)out, 1.5f);
    show("out", out, sizeof(float) * w * h * 3);
    free(rgb);
    free(out);
    return 0;
}
