/* Features of sound: emphasis, frames, windows, power, bands, logarithms, differences. */
#include "stages.h"

static float *features(const float *in, const float *shape, const float *cosine, const float *sine, const float *weights,
                       int n, int count)
{
    float *loud = malloc(sizeof(float) * n);
    float *frames = malloc(sizeof(float) * count * FRAME);
    float *spectrum = malloc(sizeof(float) * count * BINS);
    float *bands = malloc(sizeof(float) * count * BANDS);
    float *out = malloc(sizeof(float) * count * BANDS);
    if (!loud || !frames || !spectrum || !bands || !out) {
        free(out);
        out = NULL;
        goto done;
    }
    emphasise(in, loud, n);
    frames_of(loud, frames, count);
    window(frames, shape, count);
    power(frames, cosine, sine, spectrum, count);
    bands_of(spectrum, weights, bands, count);
    logarithm(bands, count);
    differences(bands, out, count);
done:
    free(loud);
    free(frames);
    free(spectrum);
    free(bands);
    return out;
}

int main(int argc, char **argv)
{
    int count = size(argc, argv, 1), n = (count - 1) * HOP + FRAME;
    float *in = floats(n, 1), *shape = floats(FRAME, 2);
    float *cosine = floats(BINS * FRAME, 3), *sine = floats(BINS * FRAME, 4), *weights = floats(BANDS * BINS, 5);
    float *out = features(in, shape, cosine, sine, weights, n, count);
    if (!out)
        return 1;
    show("out", out, sizeof(float) * count * BANDS);
    free(in);
    free(shape);
    free(cosine);
    free(sine);
    free(weights);
    free(out);
    return 0;
}
