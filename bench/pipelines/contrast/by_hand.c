/* Local contrast: all stages in one function. */
#include "program.h"
#include <math.h>

#define RADIUS 3

static void contrast(int w, int h, const float in[restrict h][w], float out[restrict h][w])
{
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*mean)[w] = malloc(sizeof(float[h][w]));
    float (*squares)[w] = malloc(sizeof(float[h][w]));
    float (*u)[w] = malloc(sizeof(float[h][w]));
    float (*mean2)[w] = malloc(sizeof(float[h][w]));
    float (*dev)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int from = x - RADIUS < 0 ? 0 : x - RADIUS, to = x + RADIUS > w - 1 ? w - 1 : x + RADIUS;
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += in[y][i];
            t[y][x] = sum / (to - from + 1);
        }
    for (int y = 0; y < h; y++) {
        int from = y - RADIUS < 0 ? 0 : y - RADIUS, to = y + RADIUS > h - 1 ? h - 1 : y + RADIUS;
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += t[i][x];
            mean[y][x] = sum / (to - from + 1);
        }
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            squares[y][x] = in[y][x] * in[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int from = x - RADIUS < 0 ? 0 : x - RADIUS, to = x + RADIUS > w - 1 ? w - 1 : x + RADIUS;
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += squares[y][i];
            u[y][x] = sum / (to - from + 1);
        }
    for (int y = 0; y < h; y++) {
        int from = y - RADIUS < 0 ? 0 : y - RADIUS, to = y + RADIUS > h - 1 ? h - 1 : y + RADIUS;
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int i = from; i <= to; i++)
                sum += u[i][x];
            mean2[y][x] = sum / (to - from + 1);
        }
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = mean2[y][x] - mean[y][x] * mean[y][x];
            dev[y][x] = v > 0 ? sqrtf(v) : 0;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = (in[y][x] - mean[y][x]) / (dev[y][x] + 0.01f);
    free(t);
    free(mean);
    free(squares);
    free(u);
    free(mean2);
    free(dev);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    contrast(w, h, (const void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
