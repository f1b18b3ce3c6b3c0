/* Features of sound: all stages in one function. */
#include "program.h"
#include <math.h>

#define FRAME 32
#define HOP 16
#define BINS 17
#define BANDS 6

static void features(int count, const float *restrict in, const float shape[restrict FRAME],
                     const float cosine[restrict BINS][FRAME], const float sine[restrict BINS][FRAME],
                     const float weights[restrict BANDS][BINS], float out[restrict count][BANDS])
{
    int n = (count - 1) * HOP + FRAME;
    float *loud = malloc(sizeof(float) * n);
    float (*frames)[FRAME] = malloc(sizeof(float[count][FRAME]));
    float (*windowed)[FRAME] = malloc(sizeof(float[count][FRAME]));
    float (*spectrum)[BINS] = malloc(sizeof(float[count][BINS]));
    float (*bands)[BANDS] = malloc(sizeof(float[count][BANDS]));
    float (*logs)[BANDS] = malloc(sizeof(float[count][BANDS]));
    loud[0] = in[0];
    for (int i = 1; i < n; i++)
        loud[i] = in[i] - 0.95f * in[i - 1];
    for (int f = 0; f < count; f++)
        for (int i = 0; i < FRAME; i++)
            frames[f][i] = loud[f * HOP + i];
    for (int f = 0; f < count; f++)
        for (int i = 0; i < FRAME; i++)
            windowed[f][i] = frames[f][i] * shape[i];
    for (int f = 0; f < count; f++)
        for (int b = 0; b < BINS; b++) {
            float re = 0, im = 0;
            for (int i = 0; i < FRAME; i++) {
                re += windowed[f][i] * cosine[b][i];
                im += windowed[f][i] * sine[b][i];
            }
            spectrum[f][b] = re * re + im * im;
        }
    for (int f = 0; f < count; f++)
        for (int m = 0; m < BANDS; m++) {
            float sum = 0;
            for (int b = 0; b < BINS; b++)
                sum += spectrum[f][b] * weights[m][b];
            bands[f][m] = sum;
        }
    for (int f = 0; f < count; f++)
        for (int m = 0; m < BANDS; m++)
            logs[f][m] = logf(bands[f][m] + 1e-6f);
    for (int m = 0; m < BANDS; m++)
        out[0][m] = 0;
    for (int f = 1; f < count; f++)
        for (int m = 0; m < BANDS; m++)
            out[f][m] = logs[f][m] - logs[f - 1][m];
    free(loud);
    free(frames);
    free(windowed);
    free(spectrum);
    free(bands);
    free(logs);
}

int main(int argc, char **argv)
{
    int count = size(argc, argv, 1), n = (count - 1) * HOP + FRAME;
    float *in = floats(n, 1), *shape = floats(FRAME, 2);
    float *cosine = floats(BINS * FRAME, 3), *sine = floats(BINS * FRAME, 4), *weights = floats(BANDS * BINS, 5);
    float *out = malloc(sizeof(float) * count * BANDS);
    features(count, in, shape, (const void *)cosine, (const void *)sine, (const void *)weights, (void *)out);
    show("out", out, sizeof(float) * count * BANDS);
    free(in);
    free(shape);
    free(cosine);
    free(sine);
    free(weights);
    free(out);
    return 0;
}
