// polycc: --optimize speed
// expect: contracted filtered
/* A stage that gains nothing by itself, since its factor isn't known there, does where it is called with a known one; where it gains as it
   is, its call stays a call. */
#include "bits.h"

typedef struct {
    int taps, factor;
    float *coefficients;
} decimator;

static float *made(long n, uint32_t seed)
{
    float *p = malloc(sizeof(float) * (n + 1));
    if (!p)
        exit(1);
    for (long i = 0; i < n; i++)
        p[i] = (float)(next_random(&seed) % 1000);
    return p;
}

static void decimate(const decimator *d, const float *in, int n, float *out)
{
    float *filtered = malloc(n * sizeof(float) + 1);
    if (!filtered)
        exit(1);
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

int main(void)
{
    static const int sizes[] = {1, 2, 5, 80};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = made(4 * n + 3, 1), *out = made(n, 2), *taps = made(3, 3);
        decimator d = {3, 4, taps};
        decimate(&d, in, 4 * n, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
        free(taps);
    }
    return 0;
}
