/* Grey to black dots: all stages in one function. */
#include "program.h"

typedef unsigned char byte;

static void half_tone(int w, int h, int packed, const float in[restrict h][w], byte out[restrict h][packed])
{
    float (*linear)[w] = malloc(sizeof(float[h][w]));
    float (*soft)[w] = malloc(sizeof(float[h][w]));
    float (*wide)[w] = malloc(sizeof(float[h][w]));
    byte (*dots)[w] = malloc(sizeof(byte[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            linear[y][x] = in[y][x] * in[y][x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float above = y > 0 ? linear[y - 1][x] : linear[y][x];
            float below = y + 1 < h ? linear[y + 1][x] : linear[y][x];
            soft[y][x] = 0.25f * above + 0.5f * linear[y][x] + 0.25f * below;
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            wide[y][x] = (soft[y][x] - 0.1f) / (0.8f - 0.1f);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float v = wide[y][x];
            int dot = v >= 0.5f;
            float error = v - dot;
            dots[y][x] = dot;
            if (x + 1 < w)
                wide[y][x + 1] += error * 7 / 16;
            if (y + 1 < h) {
                if (x > 0)
                    wide[y + 1][x - 1] += error * 3 / 16;
                wide[y + 1][x] += error * 5 / 16;
                if (x + 1 < w)
                    wide[y + 1][x + 1] += error * 1 / 16;
            }
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < packed; x++) {
            int bits = 0;
            for (int k = 0; k < 8; k++)
                bits = bits << 1 | dots[y][8 * x + k];
            out[y][x] = bits;
        }
    free(linear);
    free(soft);
    free(wide);
    free(dots);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1) * 8, h = size(argc, argv, 2);
    float *in = floats((size_t)w * h, 1);
    byte *out = bytes((size_t)w / 8 * h, 2);
    half_tone(w, h, w / 8, (const void *)in, (void *)out);
    show("out", out, (size_t)w / 8 * h);
    free(in);
    free(out);
    return 0;
}
