/* Develops a raw picture: all stages in one function. */
#include "program.h"
#include <math.h>

static const float m[3][3] = {{1.6f, -0.4f, -0.2f}, {-0.3f, 1.5f, -0.2f}, {0.1f, -0.6f, 1.5f}};

static void develop(int w, int h, const uint16_t raw[restrict h][w], unsigned char out[restrict h][w][3])
{
    float (*mosaic)[w] = malloc(sizeof(float[h][w]));
    float (*balanced)[w] = malloc(sizeof(float[h][w]));
    float (*rgb)[w][3] = malloc(sizeof(float[h][w][3]));
    float (*corrected)[w][3] = malloc(sizeof(float[h][w][3]));
    float (*toned)[w][3] = malloc(sizeof(float[h][w][3]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int v = raw[y][x] < 512 ? 0 : raw[y][x] - 512;
            mosaic[y][x] = (float)v / (65000 - 512);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = mosaic[y][x];
            if (y % 2 == 0 && x % 2 == 0)
                v *= 1.9f;
            if (y % 2 == 1 && x % 2 == 1)
                v *= 1.4f;
            balanced[y][x] = v;
        }
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float here = balanced[y][x];
            float cross = (balanced[y][x - 1] + balanced[y][x + 1] + balanced[y - 1][x] + balanced[y + 1][x]) / 4;
            float corners = (balanced[y - 1][x - 1] + balanced[y - 1][x + 1] + balanced[y + 1][x - 1]
                             + balanced[y + 1][x + 1]) / 4;
            float across = (balanced[y][x - 1] + balanced[y][x + 1]) / 2;
            float down = (balanced[y - 1][x] + balanced[y + 1][x]) / 2;
            if (y % 2 == 0 && x % 2 == 0) {
                rgb[y][x][0] = here;
                rgb[y][x][1] = cross;
                rgb[y][x][2] = corners;
            } else if (y % 2 == 1 && x % 2 == 1) {
                rgb[y][x][0] = corners;
                rgb[y][x][1] = cross;
                rgb[y][x][2] = here;
            } else {
                rgb[y][x][0] = y % 2 == 0 ? across : down;
                rgb[y][x][1] = here;
                rgb[y][x][2] = y % 2 == 0 ? down : across;
            }
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
                for (int c = 0; c < 3; c++)
                    rgb[y][x][c] = balanced[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++) {
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += m[c][k] * rgb[y][x][k];
                corrected[y][x][c] = sum;
            }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++)
                toned[y][x][c] = corrected[y][x][c] <= 0 ? 0 : sqrtf(corrected[y][x][c]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int c = 0; c < 3; c++)
                out[y][x][c] = toned[y][x][c] >= 1 ? 255 : (unsigned char)(toned[y][x][c] * 255 + 0.5f);
    free(mosaic);
    free(balanced);
    free(rgb);
    free(corrected);
    free(toned);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    uint16_t *raw = shorts((size_t)w * h, 1);
    unsigned char *out = bytes((size_t)w * h * 3, 2);
    develop(w, h, (const void *)raw, (void *)out);
    show("out", out, (size_t)w * h * 3);
    free(raw);
    free(out);
    return 0;
}
