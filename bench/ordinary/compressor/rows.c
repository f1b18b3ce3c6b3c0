/* A compressor: the level of a sound, smoothed; the gain for it; the sound times that. */
#include "program.h"
#include <math.h>

static void compress(int n, const float in[restrict n], float out[restrict n], float threshold, float ratio)
{
    float *level = malloc(sizeof(float[n]));
    float *gain = malloc(sizeof(float[n]));
    level[0] = fabsf(in[0]);
    for (int i = 1; i < n; i++)
        level[i] = 0.99f * level[i - 1] + 0.01f * fabsf(in[i]);
    for (int i = 0; i < n; i++)
        gain[i] = level[i] > threshold ? (threshold + (level[i] - threshold) / ratio) / level[i] : 1;
    for (int i = 0; i < n; i++)
        out[i] = in[i] * gain[i];
    free(level);
    free(gain);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    compress(n, in, out, 0.4f, 3);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
