// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A bank of filters over time, one for each channel, in two passes: sixteen taps, then their like backwards, so that
   phases cancel. A row is a moment, a column a channel. */
#include "bits.h"

enum { TAPS = 16 };

void fir_bank(int h, int w, const float (*restrict in)[w], float (*restrict out)[w],
                     const float (*restrict taps)[w])
{
    float (*first)[w] = malloc(sizeof(float[h][w]));
    for (int t = 0; t <= h - TAPS; t++) {
        for (int c = 0; c < w; c++)
            first[t][c] = 0;
        for (int k = 0; k < TAPS; k++)
            for (int c = 0; c < w; c++)
                first[t][c] += taps[k][c] * in[t + k][c];
    }
    for (int t = 0; t <= h - 2 * TAPS; t++) {
        for (int c = 0; c < w; c++)
            out[t][c] = 0;
        for (int k = 0; k < TAPS; k++)
            for (int c = 0; c < w; c++)
                out[t][c] += taps[TAPS - 1 - k][c] * first[t + k][c];
    }
    free(first);
}

int main(void)
{
    static const int sizes[][2] = {{15, 3}, {32, 3}, {60, 4}, {256, 5}, {270, 3}, {272, 4}, {530, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2), *taps = data_f32(TAPS * w, 3);
        fir_bank(h, w, (void *)in, (void *)out, (void *)taps);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
        free(taps);
    }
    return 0;
}
