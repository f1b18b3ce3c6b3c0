/* Twice as large, sharpened there, then small again by means of four. */
#include "program.h"

static inline int clampi(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

static void enlarge_rows(int w, int h, float in[h][w], float out[h][2 * w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[y][2 * x] = in[y][x];
            out[y][2 * x + 1] = 0.5f * (in[y][x] + in[y][clampi(x + 1, 0, w - 1)]);
        }
}

static void enlarge_columns(int w, int h, float in[h][w], float out[2 * h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            out[2 * y][x] = in[y][x];
            out[2 * y + 1][x] = 0.5f * (in[y][x] + in[clampi(y + 1, 0, h - 1)][x]);
        }
}

static void sharpen(int w, int h, float in[h][w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = 0;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += in[clampi(y + j, 0, h - 1)][clampi(x + i, 0, w - 1)];
            out[y][x] = 2 * in[y][x] - sum / 9;
        }
}

static void reduce(int w, int h, float in[2 * h][2 * w], float out[h][w])
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y][x] = 0.25f * (in[2 * y][2 * x] + in[2 * y][2 * x + 1] + in[2 * y + 1][2 * x] + in[2 * y + 1][2 * x + 1]);
}

static void resample(int w, int h, float in[h][w], float out[h][w])
{
    float (*wide)[2 * w] = malloc(sizeof(float[h][2 * w]));
    float (*large)[2 * w] = malloc(sizeof(float[2 * h][2 * w]));
    float (*sharp)[2 * w] = malloc(sizeof(float[2 * h][2 * w]));
    if (wide == NULL || large == NULL || sharp == NULL)
        abort();
    enlarge_rows(w, h, in, wide);
    enlarge_columns(2 * w, h, wide, large);
    sharpen(2 * w, 2 * h, large, sharp);
    reduce(w, h, sharp, out);
    free(wide);
    free(large);
    free(sharp);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float (*in)[w] = floats((size_t)w * h, 1), (*out)[w] = floats((size_t)w * h, 2);
    resample(w, h, in, out);
    show("out", out, sizeof(float) * w * h);
    free(in);
    free(out);
    return 0;
}
