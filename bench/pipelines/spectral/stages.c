#include "stages.h"
#include <math.h>

void emphasise(const float *in, float *out, int n)
{
    if (n <= 0)
        return;
    out[0] = in[0];
    for (int i = 1; i < n; i++)
        out[i] = in[i] - 0.95f * in[i - 1];
}

void frames_of(const float *in, float *frames, int count)
{
    for (int f = 0; f < count; f++)
        for (int i = 0; i < FRAME; i++)
            frames[f * FRAME + i] = in[f * HOP + i];
}

void window(float *frames, const float *shape, int count)
{
    for (int f = 0; f < count; f++)
        for (int i = 0; i < FRAME; i++)
            frames[f * FRAME + i] *= shape[i];
}

void power(const float *frames, const float *cosine, const float *sine, float *spectrum, int count)
{
    for (int f = 0; f < count; f++)
        for (int b = 0; b < BINS; b++) {
            float re = 0, im = 0;
            for (int i = 0; i < FRAME; i++) {
                re += frames[f * FRAME + i] * cosine[b * FRAME + i];
                im += frames[f * FRAME + i] * sine[b * FRAME + i];
            }
            spectrum[f * BINS + b] = re * re + im * im;
        }
}

void bands_of(const float *spectrum, const float *weights, float *bands, int count)
{
    for (int f = 0; f < count; f++)
        for (int m = 0; m < BANDS; m++) {
            float sum = 0;
            for (int b = 0; b < BINS; b++)
                sum += spectrum[f * BINS + b] * weights[m * BINS + b];
            bands[f * BANDS + m] = sum;
        }
}

void logarithm(float *bands, int count)
{
    for (int i = 0; i < count * BANDS; i++)
        bands[i] = logf(bands[i] + 1e-6f);
}

/* How the bands change from frame to frame. */
void differences(const float *bands, float *out, int count)
{
    for (int m = 0; m < BANDS; m++)
        out[m] = 0;
    for (int f = 1; f < count; f++)
        for (int m = 0; m < BANDS; m++)
            out[f * BANDS + m] = bands[f * BANDS + m] - bands[(f - 1) * BANDS + m];
}
