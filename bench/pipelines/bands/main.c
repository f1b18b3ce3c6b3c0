/* An equaliser of three bands in static buffers, mixed and limited. */
#include "program.h"

#define LONGEST 10000000

static float low[LONGEST], middle[LONGEST], high[LONGEST], mixed[LONGEST];

static void low_pass(const float *in, float *out, int n, float a)
{
    float state = 0;
    for (int i = 0; i < n; i++) {
        state += a * (in[i] - state);
        out[i] = state;
    }
}

static void subtract(const float *a, const float *b, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = a[i] - b[i];
}

static void mix(const float *a, const float *b, const float *c, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = 1.2f * a[i] + 0.7f * b[i] + 1.5f * c[i];
}

static void limit(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        float v = in[i];
        if (v > 1)
            v = 1;
        if (v < -1)
            v = -1;
        out[i] = v * (1.5f - 0.5f * v * v);
    }
}

int equalise(const float *in, float *out, int n)
{
    if (n > LONGEST)
        return -1;
    low_pass(in, low, n, 0.02f);
    subtract(in, low, high, n);
    low_pass(high, middle, n, 0.3f);
    subtract(high, middle, high, n);
    mix(low, middle, high, mixed, n);
    limit(mixed, out, n);
    return 0;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    if (equalise(in, out, n))
        return 1;
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
