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
    /* polycc: gain.v[i] -> gain.v[i % 2]; 2 cells instead of (n + 1) */
    buffer gain = {n + 1, malloc(sizeof(float[2]))};
    /* polycc: level[i] -> level; 1 cell instead of n */
    float level = 0;
    float state = 0;
    {
        float state_2;
        if (n >= 0)
            gain.v[0] = 0;
        state_2 = 1;
        float gain_v_0, gain_v_1 = gain.v[0];
        for (int i = 0; i < n; i++) {
            float x = in[i] < 0 ? -in[i] : in[i];
            state = x > state ? x : state * 0.99f;
            level = state;
            float wanted = level > 0.5f ? 0.5f / level : 1;
            state_2 += (wanted - state_2) * 0.1f;
            gain_v_0 = state_2;
            out[i] = in[i] * gain_v_1;
            float gain_v_next = gain_v_1;
            gain_v_1 = gain_v_0, gain_v_0 = gain_v_next;
        }
        if (n - 1 >= 0) {
            gain.v[(n + 1) % 2] = gain_v_0;
            gain.v[n % 2] = gain_v_1;
        }
    }
    free(gain.v);
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
