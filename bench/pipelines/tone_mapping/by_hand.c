/* A picture of great contrast made printable: all stages in one function. */
#include "program.h"
#include <math.h>

static int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void tone_map(int w, int h, const float red[restrict h][w], const float green[restrict h][w],
                     const float blue[restrict h][w], float out_red[restrict h][w], float out_green[restrict h][w],
                     float out_blue[restrict h][w])
{
    float (*lum)[w] = malloc(sizeof(float[h][w]));
    float (*log)[w] = malloc(sizeof(float[h][w]));
    float (*t)[w] = malloc(sizeof(float[h][w]));
    float (*base)[w] = malloc(sizeof(float[h][w]));
    float (*compressed)[w] = malloc(sizeof(float[h][w]));
    float (*gain)[w] = malloc(sizeof(float[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            lum[y][x] = 0.2f * red[y][x] + 0.7f * green[y][x] + 0.1f * blue[y][x] + 0.001f;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            log[y][x] = logf(lum[y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += log[y][clampi(x + k, 0, w - 1)];
            t[y][x] = sum / 5;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int k = -2; k <= 2; k++)
                sum += t[clampi(y + k, 0, h - 1)][x];
            base[y][x] = sum / 5;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            compressed[y][x] = 0.6f * base[y][x] + log[y][x] - base[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            gain[y][x] = expf(compressed[y][x] - log[y][x]);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out_red[y][x] = red[y][x] * gain[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out_green[y][x] = green[y][x] * gain[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out_blue[y][x] = blue[y][x] * gain[y][x];
    free(lum);
    free(log);
    free(t);
    free(base);
    free(compressed);
    free(gain);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in[3], *out[3];
    for (int c = 0; c < 3; c++) {
        in[c] = floats((size_t)w * h, c + 1);
        out[c] = floats((size_t)w * h, c + 4);
    }
    tone_map(w, h, (const void *)in[0], (const void *)in[1], (const void *)in[2], (void *)out[0], (void *)out[1],
             (void *)out[2]);
    for (int c = 0; c < 3; c++) {
        show("out", out[c], sizeof(float) * w * h);
        free(in[c]);
        free(out[c]);
    }
    return 0;
}
