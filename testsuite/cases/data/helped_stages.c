#include "helped_stages.h"
#include <math.h>

#define TAPS 3
#define FIRST (-(TAPS / 2))

typedef float weight;

/* The middle counts most. */
static const weight taps[TAPS] = {0.25f, 0.5f, 0.25f};

enum { PASSES = 2 };

/* Not used by the stages. */
static int unused(int v)
{
    return v + 1;
}

int count(int v);
int count(int v)
{
    return unused(v);
}

/* Small values stay. */
static float soft(float v)
{
    if (fabsf(v) < 0.25f)
        return v;
    return v / PASSES;
}

void weigh(const float *in, float *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++) {
            float sum = 0;
            for (int k = 0; k < TAPS; k++)
                sum += taps[k] * in[y * w + x + k + FIRST];
            out[y * w + x] = sum;
        }
}

void bend(const float *in, float *out, int w, int h)
{
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = soft(in[y * w + x]) + sqrtf(fabsf(in[(y - 1) * w + x]));
}
