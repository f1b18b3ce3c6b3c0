// polycc: --cache 1K,4K,16K
// expect: contracted level
/* A recursive filter between loops that are vector loops: one loop would be slower where the arrays are in the caches. In strips
   they are as fast there, and faster where the arrays are larger. */
#include "bits.h"

static void compress(int n, const float in[restrict n], float out[restrict n], float threshold)
{
    /* polycc: level[i] -> level[i % 129]; 129 cells instead of n */
    float *level = malloc(sizeof(float[129]));
    /* polycc: gain[i] -> gain[i % 128]; 128 cells instead of n */
    float *gain = malloc(sizeof(float[128]));
    for (long t = 0; t <= (long)n; t += 128) {
        if (t == 0)
            level[1 - t] = in[0];
        for (int i = 1 > t ? 1 : t; i <= (n - 1 < t + 127 ? n - 1 : t + 127); i++)
            level[i - t + 1] = 0.99f * level[i - t] + 0.01f * (in[i] > 0 ? in[i] : -in[i]);
        for (int i = 1 > t ? 1 : t; i <= (n < t + 127 ? n : t + 127); i++)
            gain[i - t] = level[i - t] > threshold ? threshold / level[i - t] : 1;
        for (int i = 1 > t ? 1 : t; i <= (n < t + 127 ? n : t + 127); i++)
            out[i - 1] = in[i - 1] * gain[i - t] * (1 - 0.1f * in[i - 1] * gain[i - t]) + 0.01f * in[i - 1] * in[i - 1] + 0.5f;
        level[0] = level[128];
    }
    free(level);
    free(gain);
}

int main(void)
{
    float *in = data_f32(5000, 7), *out = data_f32(5000, 8);
    for (int n = 1; n <= 5000; n += 1 + n / 2) {
        compress(n, in, out, 0.25f);
        show("out", out, 5000, sizeof *out);
    }
    compress(2047, in, out, 0.5f);
    compress(2048, in, out + 2500, 0.5f);
    show("out", out, 5000, sizeof *out);
    free(in);
    free(out);
    return 0;
}
