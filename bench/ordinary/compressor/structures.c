/* A compressor: the level of a sound, smoothed; the gain for it; the sound times that. */
#include "program.h"
#include <math.h>

typedef struct {
    int count;
    float *samples;
} sound;

typedef struct {
    float threshold, ratio, attack;
} settings;

static void compress(const sound *in, sound *out, const settings *s)
{
    float *level = malloc(in->count * sizeof *level);
    float *gain = malloc(in->count * sizeof *gain);
    float l = 0;
    for (int i = 0; i < in->count; i++) {
        l += s->attack * (fabsf(in->samples[i]) - l);
        level[i] = l;
    }
    for (int i = 0; i < in->count; i++)
        gain[i] = level[i] > s->threshold ? (s->threshold + (level[i] - s->threshold) / s->ratio) / level[i] : 1;
    for (int i = 0; i < in->count; i++)
        out->samples[i] = in->samples[i] * gain[i];
    free(level);
    free(gain);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    sound in = {n, floats(n, 1)}, out = {n, floats(n, 2)};
    settings s = {0.4f, 3, 0.01f};
    compress(&in, &out, &s);
    show("out", out.samples, sizeof(float) * n);
    free(in.samples);
    free(out.samples);
    return 0;
}
