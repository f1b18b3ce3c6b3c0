#include "stages.h"

#define TAPS 16

static const float taps[TAPS] = {0.01f, 0.02f, 0.03f, 0.05f, 0.08f, 0.11f, 0.14f, 0.15f,
                                 0.14f, 0.11f, 0.08f, 0.05f, 0.03f, 0.02f, 0.01f, 0.005f};

void gain(float *samples, int n, float by)
{
    for (int i = 0; i < n; i++)
        samples[i] *= by;
}

void biquad(const float *in, float *out, int n)
{
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        float y = 0.9f * in[i] - 1.7f * x1 + 0.85f * x2 + 1.6f * y1 - 0.7f * y2;
        x2 = x1;
        x1 = in[i];
        y2 = y1;
        y1 = y;
        out[i] = y;
    }
}

void fir(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < TAPS && k <= i; k++)
            sum += taps[k] * in[i - k];
        out[i] = sum;
    }
}

void clip(float *samples, int n, float limit)
{
    for (int i = 0; i < n; i++) {
        if (samples[i] > limit)
            samples[i] = limit;
        else if (samples[i] < -limit)
            samples[i] = -limit;
    }
}

void echo(const float *in, float *out, int n, int delay, float mix)
{
    for (int i = 0; i < n; i++)
        out[i] = i < delay ? in[i] : in[i] + mix * in[i - delay];
}
