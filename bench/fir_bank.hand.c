/* The bank of filters that keeps sixteen rows between its passes. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 1;

enum { TAPS = 16 };

static void accumulate(int w, const float *restrict tap, const float *restrict from, float *restrict row)
{
    for (int c = 0; c < w; c++)
        row[c] += tap[c] * from[c];
}

static void clear(int w, float *row)
{
    for (int c = 0; c < w; c++)
        row[c] = 0;
}

void pipeline(int h, int w, const float *in, float *out)
{
    float *taps = malloc(TAPS * w * sizeof *taps);
    for (int k = 0; k < TAPS; k++)
        for (int c = 0; c < w; c++)
            taps[(size_t)k * w + c] = 1.0f / (1 + k + c % 7);
    float *lines = malloc(TAPS * w * sizeof *lines), *row[TAPS];
    for (int k = 0; k < TAPS; k++)
        row[k] = lines + (size_t)k * w;
    for (int t = 0; t <= h - TAPS; t++) {
        float *oldest = row[0];
        for (int k = 0; k < TAPS - 1; k++)
            row[k] = row[k + 1];
        row[TAPS - 1] = oldest;
        clear(w, row[TAPS - 1]);
        for (int k = 0; k < TAPS; k++)
            accumulate(w, taps + (size_t)k * w, in + (size_t)(t + k) * w, row[TAPS - 1]);
        int first = t - TAPS + 1;
        if (first < 0 || first > h - 2 * TAPS)
            continue;
        clear(w, out + (size_t)first * w);
        for (int k = 0; k < TAPS; k++)
            accumulate(w, taps + (size_t)(TAPS - 1 - k) * w, row[k], out + (size_t)first * w);
    }
    free(lines);
    free(taps);
}
