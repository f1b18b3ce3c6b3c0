/* Features of speech: windowed frames, their power spectra, energies in bands, logarithms. */
#include "program.h"
#include <math.h>

enum { FRAME = 64, BINS = 33, BANDS = 12 };

static void features(int frames, const float signal[restrict frames * FRAME / 2 + FRAME], const float window[restrict FRAME],
                     const float cosine[restrict BINS][FRAME], const float sine[restrict BINS][FRAME],
                     const float filter[restrict BANDS][BINS], float out[restrict frames][BANDS])
{
    float (*framed)[FRAME] = malloc(sizeof(float[frames][FRAME]));
    float (*power)[BINS] = malloc(sizeof(float[frames][BINS]));
    float (*energy)[BANDS] = malloc(sizeof(float[frames][BANDS]));
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < FRAME; i++)
            framed[f][i] = signal[f * (FRAME / 2) + i] * window[i];
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < BINS; b++) {
            float re = 0, im = 0;
            for (int i = 0; i < FRAME; i++) {
                re += framed[f][i] * cosine[b][i];
                im -= framed[f][i] * sine[b][i];
            }
            power[f][b] = re * re + im * im;
        }
    for (int f = 0; f < frames; f++)
        for (int m = 0; m < BANDS; m++) {
            energy[f][m] = 1e-6f;
            for (int b = 0; b < BINS; b++)
                energy[f][m] += filter[m][b] * power[f][b];
        }
    for (int f = 0; f < frames; f++)
        for (int m = 0; m < BANDS; m++)
            out[f][m] = logf(energy[f][m]);
    free(framed);
    free(power);
    free(energy);
}

int main(int argc, char **argv)
{
    int frames = size(argc, argv, 1);
    float *signal = floats((size_t)frames * FRAME / 2 + FRAME, 1), *window = floats(FRAME, 2);
    float *cosine = floats(BINS * FRAME, 3), *sine = floats(BINS * FRAME, 4), *filter = floats(BANDS * BINS, 5);
    float *out = floats((size_t)frames * BANDS, 6);
    features(frames, signal, window, (void *)cosine, (void *)sine, (void *)filter, (void *)out);
    show("out", out, sizeof(float) * frames * BANDS);
    free(signal);
    free(window);
    free(cosine);
    free(sine);
    free(filter);
    free(out);
    return 0;
}
