// polycc: --parallel --optimize speed --at h=4096,w=4096
/* A bank of filters over time, one for each channel, in two passes: sixteen taps, then their like backwards, so that
   phases cancel. A row is a moment, a column a channel. */
#include "bits.h"

enum { TAPS = 16 };

void fir_bank(int h, int w, const float (*restrict in)[w], float (*restrict out)[w],
                     const float (*restrict taps)[w])
{
    #pragma omp parallel for if(1.0 * h * w > 700)
    for (int chunk = 0; chunk < h - 15; chunk += 256) {
        /* polycc: first[i][j] -> first[i % 16][j]; 16 * w cells instead of h * w */
        float (*first)[w] = malloc(sizeof(float[16][w]));
        for (int t = chunk > 15 ? chunk - 15 : 0; t < h - 15 && t < chunk + 256; t++) {
            float *first_0 = first[t % 16];
            for (int c = 0; c < w; c++)
                first_0[c] = 0;
            for (int k = 0; k < 16; k++)
                for (int c = 0; c < w; c++)
                    first_0[c] += taps[k][c] * in[t + k][c];
            if (t < h - 16 && t >= 15 && t >= chunk) {
                for (int c = 0; c < w; c++)
                    out[t - 15][c] = 0;
                for (int k = 0; k < 16; k++) {
                    const float *first_row = first[(t + k - 15) % 16];
                    for (int c = 0; c < w; c++)
                        out[t - 15][c] += taps[15 - k][c] * first_row[c];
                }
            }
        }
        free(first);
    }
}

int main(void)
{
    static const int sizes[][2] = {{15, 3}, {32, 3}, {60, 4}, {256, 5}, {270, 3}, {272, 4}, {530, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        float *in = data_f32((long)h * w, 1), *out = data_f32((long)h * w, 2), *taps = data_f32(TAPS * w, 3);
        fir_bank(h, w, (void *)in, (void *)out, (void *)taps);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
        free(taps);
    }
    return 0;
}
