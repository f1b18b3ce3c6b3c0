/* A voice: made louder, filtered twice, clipped, with an echo. */
#include "stages.h"

static int process(const float *in, float *out, int n)
{
    float *a = malloc(n * sizeof(*a)), *b = malloc(n * sizeof(*b));
    if (a == NULL || b == NULL) {
        free(a);
        free(b);
        return 0;
    }
    memcpy(a, in, n * sizeof(*a));
    gain(a, n, 1.8f);
    biquad(a, b, n);
    fir(b, a, n);
    clip(a, n, 0.4f);
    echo(a, out, n, 4000, 0.3f);
    free(a);
    free(b);
    return 1;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    if (!process(in, out, n))
        return 1;
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
