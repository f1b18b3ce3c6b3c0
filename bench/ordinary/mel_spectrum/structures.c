/* Features of speech: windowed frames, their power spectra, energies in bands, logarithms. */
#include "program.h"
#include <math.h>

typedef struct {
    int frame, hop, bins, bands;
    float *window;       /* frame */
    float *cosine, *sine; /* bins x frame */
    float *filter;       /* bands x bins */
} analyser;

static void features(const analyser *a, const float *signal, int frames, float *out)
{
    float *framed = malloc(frames * a->frame * sizeof(float));
    float *power = malloc(frames * a->bins * sizeof(float));
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < a->frame; i++)
            framed[f * a->frame + i] = signal[f * a->hop + i] * a->window[i];
    for (int f = 0; f < frames; f++)
        for (int b = 0; b < a->bins; b++) {
            float re = 0, im = 0;
            for (int i = 0; i < a->frame; i++) {
                re += framed[f * a->frame + i] * a->cosine[b * a->frame + i];
                im -= framed[f * a->frame + i] * a->sine[b * a->frame + i];
            }
            power[f * a->bins + b] = re * re + im * im;
        }
    for (int f = 0; f < frames; f++)
        for (int m = 0; m < a->bands; m++) {
            float energy = 1e-6f;
            for (int b = 0; b < a->bins; b++)
                energy += a->filter[m * a->bins + b] * power[f * a->bins + b];
            out[f * a->bands + m] = logf(energy);
        }
    free(framed);
    free(power);
}

int main(int argc, char **argv)
{
    int frames = size(argc, argv, 1);
    analyser a = {64, 32, 33, 12, NULL, NULL, NULL, NULL};
    float *signal = floats((size_t)frames * a.hop + a.frame, 1), *out = floats((size_t)frames * a.bands, 6);
    a.window = floats(a.frame, 2);
    a.cosine = floats(a.bins * a.frame, 3);
    a.sine = floats(a.bins * a.frame, 4);
    a.filter = floats(a.bands * a.bins, 5);
    features(&a, signal, frames, out);
    show("out", out, sizeof(float) * frames * a.bands);
    free(signal);
    free(a.window);
    free(a.cosine);
    free(a.sine);
    free(a.filter);
    free(out);
    return 0;
}
