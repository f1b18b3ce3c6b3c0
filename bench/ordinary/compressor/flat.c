/* A compressor: the level of a sound, smoothed; the gain for it; the sound times that. */
#include "program.h"
#include <math.h>

static void compress(const float *in, float *out, int n, float threshold, float ratio)
{
    float *level = malloc(n * sizeof *level);
    float *gain = malloc(n * sizeof *gain);
    float l = 0;
    int i;
    for (i = 0; i < n; i++) {
        l += 0.01f * (fabsf(in[i]) - l);
        level[i] = l;
    }
    for (i = 0; i < n; i++) {
        gain[i] = 1;
        if (level[i] > threshold)
            gain[i] = (threshold + (level[i] - threshold) / ratio) / level[i];
    }
    for (i = 0; i < n; i++)
        out[i] = in[i] * gain[i];
    free(level);
    free(gain);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    compress(in, out, n, 0.4f, 3);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
