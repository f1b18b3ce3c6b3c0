// expect: contracted gain_v
// expect: scalarized level
/* A limiter: its level and its gain are computed in loops that use one variable for both, and the gain lags behind in a zeroed buffer of a
   structure, which has no cells where the size is negative. */
#include "bits.h"

typedef struct {
    int n;
    float *v;
} buffer;

static void limit(int n, const float *restrict in, float *restrict out)
{
    buffer gain = {n + 1, calloc(n + 1, sizeof(float))};
    float *level = malloc(sizeof(float) * n);
    float state = 0;
    for (int i = 0; i < n; i++) {
        float x = in[i] < 0 ? -in[i] : in[i];
        state = x > state ? x : state * 0.99f;
        level[i] = state;
    }
    state = 1;
    for (int i = 0; i < n; i++) {
        float wanted = level[i] > 0.5f ? 0.5f / level[i] : 1;
        state += (wanted - state) * 0.1f;
        gain.v[i + 1] = state;
    }
    for (int i = 0; i < n; i++)
        out[i] = in[i] * gain.v[i];
    free(gain.v);
    free(level);
}

int main(void)
{
    for (int n = 1; n < 40; n = n * 2 + 1) {
        float *in = data_f32(n, n), *out = data_f32(n, 3);
        limit(n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
