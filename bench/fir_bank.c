/* A bank of filters over time, one for each channel, in two passes: sixteen taps, then their like backwards, so that
   phases cancel. A row is a moment, a column a channel. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

enum { TAPS = 16 };

static void fir_bank(int h, int w, const float (*restrict in)[w], float (*restrict out)[w],
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

void pipeline(int h, int w, const float *in, float *out)
{
    float (*taps)[w] = malloc(sizeof(float[TAPS][w]));
    for (int k = 0; k < TAPS; k++)
        for (int c = 0; c < w; c++)
            taps[k][c] = 1.0f / (1 + k + c % 7);
    fir_bank(h, w, (const void *)in, (void *)out, (const void *)taps);
    free(taps);
}
