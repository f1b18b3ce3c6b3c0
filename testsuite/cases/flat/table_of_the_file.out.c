// expect: contracted cut
// expect: contracted louder
/* What the file declares isn't known to lie apart from what pointers lead to; but its place is known where the test is. */
#include "bits.h"

float window[8], gain;

/* polycc: `windowed_apart` is `windowed` for sizes as they should be, in memory that doesn't overlap */
static void windowed_apart(const float *in, float *out, int n)
{
    /* polycc: cut[8 * i + j] -> cut[j]; 8 cells instead of n * 8 */
    /* polycc: louder[8 * i + j] -> louder[j]; 8 cells instead of n * 8 */
    float *cut = malloc(sizeof(float[8])), *louder = malloc(sizeof(float[8]));
    if (!cut || !louder)
        return;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++)
            cut[k] = in[8 * i + k] * window[k];
        for (int k = 0; k < 8; k++)
            louder[k] = cut[k] * gain;
        for (int k = 0; k < 8; k++)
            out[8 * i + k] = louder[k] + cut[k];
    }
    free(cut);
    free(louder);
}

static void windowed(const float *in, float *out, int n)
{
    /* polycc: `windowed_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((const char *)(in + (8 * (long)n)) <= (const char *)out || (const char *)(out + (8 * (long)n)) <= (const char *)in) && ((const char *)(window + 8) <= (const char *)out || (const char *)(out + (8 * (long)n)) <= (const char *)window) && ((const char *)(&gain + 1) <= (const char *)out || (const char *)(out + (8 * (long)n)) <= (const char *)&gain), 1) && 64 * (long)n >= 33554432) {
        windowed_apart(in, out, n);
        return;
    }
    float *cut = malloc(sizeof(float) * n * 8), *louder = malloc(sizeof(float) * n * 8);
    if (!cut || !louder)
        return;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            cut[i * 8 + k] = in[i * 8 + k] * window[k];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            louder[i * 8 + k] = cut[i * 8 + k] * gain;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            out[i * 8 + k] = louder[i * 8 + k] + cut[i * 8 + k];
    free(cut);
    free(louder);
}

int main(void)
{
    for (int n = 0; n < 9; n += 4) {
        for (int k = 0; k < 8; k++)
            window[k] = k * 0.25f;
        gain = 1.5f;
        float *in = data_f32(8 * n, 3), *out = data_f32(8 * n, 4);
        windowed(in, out, n);
        show("out", out, 8 * n, sizeof *out);
        if (n > 0)
            windowed(in, in + 8, n - 1);
        show("in", in, 8 * n, sizeof *in);
        windowed(in, window, n > 0);
        show("window", window, 8, sizeof *window);
        windowed(window, &gain, 0);
        free(in);
        free(out);
    }
    return 0;
}
