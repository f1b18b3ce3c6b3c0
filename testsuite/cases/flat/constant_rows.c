// expect: contracted framed
// expect: kept left
/* Rows of constant length, which only constants tell. `odd` holds no whole number of rows, and `left` is read beyond them. */
#include "bits.h"

enum { FRAME = 80, STEP = 30 };

static void features(const float *restrict signal, int frames, const float *restrict window, float *restrict out)
{
    float *framed = malloc(sizeof(float) * frames * FRAME);
    for (int f = 0; f < frames; f++)
        for (int i = 0; i < FRAME; i++)
            framed[f * FRAME + i] = signal[f * STEP + i] * window[i];
    for (int f = 0; f < frames; f++) {
        out[f] = 0;
        for (int i = 1; i < FRAME; i++)
            out[f] += framed[f * FRAME + i] - framed[f * FRAME + i - 1];
    }
    free(framed);
}

static void beyond(float *restrict out)
{
    float odd[305], left[320];
    for (int f = 0; f < 30; f++)
        for (int i = 0; i < 10; i++) {
            odd[10 * f + i] = out[0] + i * f;
            left[10 * f + i] = odd[10 * f + i] * 2;
        }
    for (int f = 0; f < 29; f++)
        for (int i = 0; i < 12; i++)
            out[1] += left[10 * f + i];
}

int main(void)
{
    float *signal = data_f32(1300, 7), *window = data_f32(FRAME, 8), *out = data_f32(64, 9);
    for (int frames = 1; frames < 37; frames += 1 + frames / 3) {
        features(signal, frames, window, out);
        beyond(out);
        show("out", out, 64, sizeof *out);
    }
    free(signal);
    free(window);
    free(out);
    return 0;
}
