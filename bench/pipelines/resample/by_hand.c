/* Twice as large, sharpened, small again: all stages in one function. */
#include "program.h"

static inline int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void resample(int w, int h, int lw, int lh, const float in[restrict h][w], float out[restrict h][w])
{
    float (*wide)[lw] = malloc(sizeof(float[h][lw]));
    float (*large)[lw] = malloc(sizeof(float[lh][lw]));
    float (*sharp)[lw] = malloc(sizeof(float[lh][lw]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            wide[y][2 * x] = in[y][x];
            wide[y][2 * x + 1] = 0.5f * (in[y][x] + in[y][clampi(x + 1, 0, w - 1)]);
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < lw; x++) {
            large[2 * y][x] = wide[y][x];
            large[2 * y + 1][x] = 0.5f * (wide[y][x] + wide[clampi(y + 1, 0, h - 1)][x]);
        }
    for (int y = 0; y < lh; y++)
        for (int x = 0; x < lw; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += large[clampi(y + j, 0, lh - 1)][clampi(x + i, 0, lw - 1)];
            sharp[y][x] = 2 * large[y][x] - sum / 9;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = 0.25f * (sharp[2 * y][2 * x] + sharp[2 * y][2 * x + 1] + sharp[2 * y + 1][2 * x]
                                 + sharp[2 * y + 1][2 * x + 1]);
    free(wide);
    free(large);
    free(sharp);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1), *out = floats((size_t)w * h, 2);
    resample(w, h, 2 * w, 2 * h, (const void *)in, (void *)out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
