// expect: contracted framed
// expect: kept left
/* Rows of constant length, which only constants tell. `odd` holds no whole number of rows, and `left` is read beyond them. */
#include "bits.h"

enum { FRAME = 80, STEP = 30 };

static void features(const float *restrict signal, int frames, const float *restrict window, float *restrict out)
{
    /* polycc: framed[80 * i + j] -> framed[j]; 80 cells instead of frames * 80 */
    float *framed = malloc(sizeof(float[80]));
    for (int f = 0; f < frames; f++) {
        for (int i = 0; i < 80; i++)
            framed[i] = signal[30 * f + i] * window[i];
        out[f] = 0;
        for (int i = 1; i < 80; i++)
            out[f] += framed[i] - framed[i - 1];
    }
    free(framed);
}

static void beyond(float *restrict out)
{
    /* polycc: odd[i] -> odd; 1 cell instead of 305 */
    float odd = 0, left[320];
    for (int f = 0; f < 30; f++)
        for (int i = 0; i < 10; i++) {
            odd = out[0] + i * f;
            left[10 * f + i] = odd * 2;
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
