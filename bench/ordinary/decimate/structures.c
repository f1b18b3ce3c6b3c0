/* A quarter of the samples: a filter of sixteen taps, of whose results every fourth is kept, and their energy. */
#include "program.h"

typedef struct {
    int taps, factor;
    float *coefficients;
} decimator;

static void decimate(const decimator *d, const float *in, int n, float *out)
{
    float *filtered = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < d->taps; k++)
            sum += d->coefficients[k] * in[i + k];
        filtered[i] = sum;
    }
    for (int i = 0; i < n / d->factor; i++)
        out[i] = filtered[d->factor * i] * filtered[d->factor * i];
    free(filtered);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(4 * (size_t)n + 16, 1), *out = floats(n, 2), *taps = floats(16, 3);
    decimator d = {16, 4, taps};
    decimate(&d, in, 4 * n, out);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    free(taps);
    return 0;
}
