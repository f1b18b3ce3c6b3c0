// polycc: --cache 1K,4K,16K
// expect: contracted level
/* A recursive filter between loops that are vector loops: one loop would be slower where the arrays are in the caches. In strips
   they are as fast there, and faster where the arrays are larger. */
#include "bits.h"

static void compress(int n, const float in[restrict n], float out[restrict n], float threshold)
{
    float *level = malloc(sizeof(float[n]));
    float *gain = malloc(sizeof(float[n]));
    level[0] = in[0];
    for (int i = 1; i < n; i++)
        level[i] = 0.99f * level[i - 1] + 0.01f * (in[i] > 0 ? in[i] : -in[i]);
    for (int i = 0; i < n; i++)
        gain[i] = level[i] > threshold ? threshold / level[i] : 1;
    for (int i = 0; i < n; i++)
        out[i] = in[i] * gain[i] * (1 - 0.1f * in[i] * gain[i]) + 0.01f * in[i] * in[i] + 0.5f;
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
