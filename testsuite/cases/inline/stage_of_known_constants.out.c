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

int main(void)
{
    static const int sizes[] = {1, 2, 5, 80};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = made(4 * n + 3, 1), *out = made(n, 2), *taps = made(3, 3);
        decimator d = {3, 4, taps};
        /* polycc: filtered[i] -> filtered[i % 1024]; 1024 cells instead of all */
        float *filtered = malloc(sizeof(float[1024]));
        if (!filtered)
            exit(1);
        for (long t = 0; t < 4 * (long)n - 3; t += 1024) {
            for (int i = t; i <= (4 * n - 4 < t + 1023 ? 4 * n - 4 : t + 1023); i += 4) {
                /* decimate */
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += d.coefficients[k] * in[i + k];
                filtered[i - t] = sum;
            }
            for (int i = t / 4; i <= (n - 1 < t / 4 + 255 ? n - 1 : t / 4 + 255); i++)
                out[i] = filtered[4 * i - t] * filtered[4 * i - t];
        }
        free(filtered);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
        free(taps);
    }
    return 0;
}
