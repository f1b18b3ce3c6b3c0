/* A quarter of the samples: a filter of sixteen taps, of whose results every fourth is kept, and their energy. */
#include "program.h"

#define TAPS 16

static void decimate(const float *in, int n, const float *taps, float *out)
{
    float *filtered = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < TAPS; k++)
            sum += taps[k] * in[i + k];
        filtered[i] = sum;
    }
    for (int i = 0; i < n / 4; i++)
        out[i] = filtered[4 * i] * filtered[4 * i];
    free(filtered);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(4 * (size_t)n + 16, 1), *out = floats(n, 2), *taps = floats(16, 3);
    decimate(in, 4 * n, taps, out);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    free(taps);
    return 0;
}
