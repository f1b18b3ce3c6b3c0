// polycc: --at n=40
// bytes: 640 -> 4
// expect: scalarized acc
/* Four filters of eight taps over 16-bit samples, one accumulator per filter and sample. */
#include "bits.h"

#define FILTERS 4
#define TAPS 8

static void filter(unsigned n, const float taps[FILTERS][TAPS], const int16_t *samples, float out[FILTERS][n])
{
    /* polycc: acc[i][j] -> acc; 1 cell instead of 4 * n */
    float acc = 0;
#pragma scop
    for (unsigned f = 0; f < FILTERS; f++)
        for (unsigned i = 0; i < n; i++) {
            acc = 0.0f;
            for (unsigned k = 0; k < TAPS; k++)
                acc += taps[f][k] * (float)samples[i + k];
            out[f][i] = acc / 32768.0f;
        }
#pragma endscop
}

int main(void)
{
    static const unsigned sizes[] = {1, 2, 7, 20};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned n = sizes[s];
        float *taps = data_f32(FILTERS * TAPS, 50), *out = data_f32(FILTERS * n, 51);
        int16_t *samples = data_i16(n + TAPS, 52, 30000);
        filter(n, (void *)taps, samples, (void *)out);
        show("out", out, FILTERS * n, sizeof *out);
        free(taps);
        free(out);
        free(samples);
    }
    return 0;
}
