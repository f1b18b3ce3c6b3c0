/* An equaliser of three bands: all stages in one function. */
#include "program.h"

static void equalise(const float *restrict in, float *restrict out, int n)
{
    float *low = malloc(n * sizeof(float)), *rest = malloc(n * sizeof(float)), *middle = malloc(n * sizeof(float));
    float *high = malloc(n * sizeof(float)), *mixed = malloc(n * sizeof(float));
    float state = 0;
    for (int i = 0; i < n; i++) {
        state += 0.02f * (in[i] - state);
        low[i] = state;
    }
    for (int i = 0; i < n; i++)
        rest[i] = in[i] - low[i];
    float state2 = 0;
    for (int i = 0; i < n; i++) {
        state2 += 0.3f * (rest[i] - state2);
        middle[i] = state2;
    }
    for (int i = 0; i < n; i++)
        high[i] = rest[i] - middle[i];
    for (int i = 0; i < n; i++)
        mixed[i] = 1.2f * low[i] + 0.7f * middle[i] + 1.5f * high[i];
    for (int i = 0; i < n; i++) {
        float v = mixed[i];
        v = v > 1 ? 1 : v;
        v = v < -1 ? -1 : v;
        out[i] = v * (1.5f - 0.5f * v * v);
    }
    free(low);
    free(rest);
    free(middle);
    free(high);
    free(mixed);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    equalise(in, out, n);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
