/* A pyramid of four levels: all stages of all levels in one function. */
#include "program.h"

static void enhance(int w0, int h0, const float in[restrict h0][w0], float out[restrict h0][w0])
{
    int w1 = (w0 + 1) / 2, h1 = (h0 + 1) / 2;
    int w2 = (w1 + 1) / 2, h2 = (h1 + 1) / 2;
    int w3 = (w2 + 1) / 2, h3 = (h2 + 1) / 2;
    int w4 = (w3 + 1) / 2, h4 = (h3 + 1) / 2;
    float (*level0)[w0] = malloc(sizeof(float[h0][w0]));
    float (*level1)[w1] = malloc(sizeof(float[h1][w1]));
    float (*level2)[w2] = malloc(sizeof(float[h2][w2]));
    float (*level3)[w3] = malloc(sizeof(float[h3][w3]));
    float (*level4)[w4] = malloc(sizeof(float[h4][w4]));
    float (*smooth0)[w0] = malloc(sizeof(float[h0][w0]));
    float (*large0)[w0] = malloc(sizeof(float[h0][w0]));
    float (*detail0)[w0] = malloc(sizeof(float[h0][w0]));
    float (*smooth1)[w1] = malloc(sizeof(float[h1][w1]));
    float (*large1)[w1] = malloc(sizeof(float[h1][w1]));
    float (*detail1)[w1] = malloc(sizeof(float[h1][w1]));
    float (*sum1)[w1] = malloc(sizeof(float[h1][w1]));
    float (*smooth2)[w2] = malloc(sizeof(float[h2][w2]));
    float (*large2)[w2] = malloc(sizeof(float[h2][w2]));
    float (*detail2)[w2] = malloc(sizeof(float[h2][w2]));
    float (*sum2)[w2] = malloc(sizeof(float[h2][w2]));
    float (*smooth3)[w3] = malloc(sizeof(float[h3][w3]));
    float (*large3)[w3] = malloc(sizeof(float[h3][w3]));
    float (*detail3)[w3] = malloc(sizeof(float[h3][w3]));
    float (*sum3)[w3] = malloc(sizeof(float[h3][w3]));
    for (int y = 0; y < h0; y++)
        for (int x = 0; x < w0; x++) {
            if (x == 0 || y == 0 || x == w0 - 1 || y == h0 - 1)
                level0[y][x] = in[y][x];
            else
                level0[y][x] = (4 * in[y][x] + 2 * (in[y][x - 1] + in[y][x + 1] + in[y - 1][x] + in[y + 1][x])
                             + in[y - 1][x - 1] + in[y - 1][x + 1] + in[y + 1][x - 1] + in[y + 1][x + 1]) / 16;
        }
    for (int y = 0; y < h0; y++)
        for (int x = 0; x < w0; x++) {
            if (x == 0 || y == 0 || x == w0 - 1 || y == h0 - 1)
                smooth0[y][x] = level0[y][x];
            else
                smooth0[y][x] = (4 * level0[y][x] + 2 * (level0[y][x - 1] + level0[y][x + 1] + level0[y - 1][x] + level0[y + 1][x])
                             + level0[y - 1][x - 1] + level0[y - 1][x + 1] + level0[y + 1][x - 1] + level0[y + 1][x + 1]) / 16;
        }
    for (int y = 0; y < h1; y++)
        for (int x = 0; x < w1; x++)
            level1[y][x] = smooth0[2 * y][2 * x];
    for (int y = 0; y < h0; y++)
        for (int x = 0; x < w0; x++)
            large0[y][x] = level1[y / 2][x / 2];
    for (int y = 0; y < h0; y++)
        for (int x = 0; x < w0; x++)
            detail0[y][x] = level0[y][x] - large0[y][x];
    for (int y = 0; y < h1; y++)
        for (int x = 0; x < w1; x++) {
            if (x == 0 || y == 0 || x == w1 - 1 || y == h1 - 1)
                smooth1[y][x] = level1[y][x];
            else
                smooth1[y][x] = (4 * level1[y][x] + 2 * (level1[y][x - 1] + level1[y][x + 1] + level1[y - 1][x] + level1[y + 1][x])
                             + level1[y - 1][x - 1] + level1[y - 1][x + 1] + level1[y + 1][x - 1] + level1[y + 1][x + 1]) / 16;
        }
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            level2[y][x] = smooth1[2 * y][2 * x];
    for (int y = 0; y < h1; y++)
        for (int x = 0; x < w1; x++)
            large1[y][x] = level2[y / 2][x / 2];
    for (int y = 0; y < h1; y++)
        for (int x = 0; x < w1; x++)
            detail1[y][x] = level1[y][x] - large1[y][x];
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++) {
            if (x == 0 || y == 0 || x == w2 - 1 || y == h2 - 1)
                smooth2[y][x] = level2[y][x];
            else
                smooth2[y][x] = (4 * level2[y][x] + 2 * (level2[y][x - 1] + level2[y][x + 1] + level2[y - 1][x] + level2[y + 1][x])
                             + level2[y - 1][x - 1] + level2[y - 1][x + 1] + level2[y + 1][x - 1] + level2[y + 1][x + 1]) / 16;
        }
    for (int y = 0; y < h3; y++)
        for (int x = 0; x < w3; x++)
            level3[y][x] = smooth2[2 * y][2 * x];
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            large2[y][x] = level3[y / 2][x / 2];
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            detail2[y][x] = level2[y][x] - large2[y][x];
    for (int y = 0; y < h3; y++)
        for (int x = 0; x < w3; x++) {
            if (x == 0 || y == 0 || x == w3 - 1 || y == h3 - 1)
                smooth3[y][x] = level3[y][x];
            else
                smooth3[y][x] = (4 * level3[y][x] + 2 * (level3[y][x - 1] + level3[y][x + 1] + level3[y - 1][x] + level3[y + 1][x])
                             + level3[y - 1][x - 1] + level3[y - 1][x + 1] + level3[y + 1][x - 1] + level3[y + 1][x + 1]) / 16;
        }
    for (int y = 0; y < h4; y++)
        for (int x = 0; x < w4; x++)
            level4[y][x] = smooth3[2 * y][2 * x];
    for (int y = 0; y < h3; y++)
        for (int x = 0; x < w3; x++)
            large3[y][x] = level4[y / 2][x / 2];
    for (int y = 0; y < h3; y++)
        for (int x = 0; x < w3; x++)
            detail3[y][x] = level3[y][x] - large3[y][x];
    for (int y = 0; y < h3; y++)
        for (int x = 0; x < w3; x++)
            sum3[y][x] = level4[y / 2][x / 2] + 1.0f * detail3[y][x];
    for (int y = 0; y < h2; y++)
        for (int x = 0; x < w2; x++)
            sum2[y][x] = sum3[y / 2][x / 2] + 1.1f * detail2[y][x];
    for (int y = 0; y < h1; y++)
        for (int x = 0; x < w1; x++)
            sum1[y][x] = sum2[y / 2][x / 2] + 1.25f * detail1[y][x];
    for (int y = 0; y < h0; y++)
        for (int x = 0; x < w0; x++)
            out[y][x] = sum1[y / 2][x / 2] + 1.5f * detail0[y][x];
    free(level0);
    free(level1);
    free(level2);
    free(level3);
    free(level4);
    free(smooth0);
    free(large0);
    free(detail0);
    free(smooth1);
    free(large1);
    free(detail1);
    free(sum1);
    free(smooth2);
    free(large2);
    free(detail2);
    free(sum2);
    free(smooth3);
    free(large3);
    free(detail3);
    free(sum3);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    enhance(w, h, (const void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
