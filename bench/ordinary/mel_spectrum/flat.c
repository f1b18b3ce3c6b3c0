/* Features of speech: windowed frames, their power spectra, energies in bands, logarithms. */
#include "program.h"
#include <math.h>

#define FRAME 64
#define HOP 32
#define BINS 33
#define BANDS 12

static void features(const float *signal, int frames, const float *window, const float *cosine, const float *sine,
                     const float *filter, float *out)
{
    float *framed = malloc(frames * FRAME * sizeof(float));
    float *power = malloc(frames * BINS * sizeof(float));
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < FRAME; i++)
            framed[f * FRAME + i] = signal[f * HOP + i] * window[i];
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < BINS; b++) {
            float re = 0, im = 0;
            for (int i = 0; i < FRAME; i++) {
                re += framed[f * FRAME + i] * cosine[b * FRAME + i];
                im -= framed[f * FRAME + i] * sine[b * FRAME + i];
            }
            power[f * BINS + b] = re * re + im * im;
        }
    for (int f = 0; f < frames; f++)
        for (int m = 0; m < BANDS; m++) {
            float energy = 1e-6f;
            for (int b = 0; b < BINS; b++)
                energy += filter[m * BINS + b] * power[f * BINS + b];
            out[f * BANDS + m] = logf(energy);
        }
    free(framed);
    free(power);
}

int main(int argc, char **argv)
{
    int frames = size(argc, argv, 1);
    float *signal = floats((size_t)frames * FRAME / 2 + FRAME, 1), *window = floats(FRAME, 2);
    float *cosine = floats(BINS * FRAME, 3), *sine = floats(BINS * FRAME, 4), *filter = floats(BANDS * BINS, 5);
    float *out = floats((size_t)frames * BANDS, 6);
    features(signal, frames, window, cosine, sine, filter, out);
    show("out", out, sizeof(float) * frames * BANDS);
    free(signal);
    free(window);
    free(cosine);
    free(sine);
    free(filter);
    free(out);
    return 0;
}
