/* A quarter of the samples: a filter of sixteen taps, of whose results every fourth is kept, and their energy. */
#include "program.h"

enum { TAPS = 16 };

static void decimate(int n, const float in[restrict 4 * n + TAPS], const float taps[restrict TAPS], float out[restrict n])
{
    float *filtered = malloc(sizeof(float[4 * n]));
    for (int i = 0; i < 4 * n; i++) {
        filtered[i] = 0;
        for (int k = 0; k < TAPS; k++)
            filtered[i] += taps[k] * in[i + k];
    }
    for (int i = 0; i < n; i++)
        out[i] = filtered[4 * i] * filtered[4 * i];
    free(filtered);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(4 * (size_t)n + 16, 1), *out = floats(n, 2), *taps = floats(16, 3);
    decimate(n, in, taps, out);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    free(taps);
    return 0;
}
