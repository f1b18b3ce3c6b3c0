/* A voice: all stages in one function. */
#include "program.h"

#define TAPS 16

static const float taps[TAPS] = {0.01f, 0.02f, 0.03f, 0.05f, 0.08f, 0.11f, 0.14f, 0.15f,
                                 0.14f, 0.11f, 0.08f, 0.05f, 0.03f, 0.02f, 0.01f, 0.005f};

static void process(const float *restrict in, float *restrict out, int n, float by, float limit, int delay, float mix)
{
    float *loud = malloc(n * sizeof(float)), *second = malloc(n * sizeof(float));
    float *filtered = malloc(n * sizeof(float)), *clipped = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        loud[i] = in[i] * by;
    float x1 = 0, x2 = 0, y1 = 0, y2 = 0;
    for (int i = 0; i < n; i++) {
        float y = 0.9f * loud[i] - 1.7f * x1 + 0.85f * x2 + 1.6f * y1 - 0.7f * y2;
        x2 = x1;
        x1 = loud[i];
        y2 = y1;
        y1 = y;
        second[i] = y;
    }
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int k = 0; k < TAPS && k <= i; k++)
            sum += taps[k] * second[i - k];
        filtered[i] = sum;
    }
    for (int i = 0; i < n; i++)
        clipped[i] = filtered[i] > limit ? limit : filtered[i] < -limit ? -limit : filtered[i];
    for (int i = 0; i < n; i++)
        out[i] = i < delay ? clipped[i] : clipped[i] + mix * clipped[i - delay];
    free(loud);
    free(second);
    free(filtered);
    free(clipped);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    process(in, out, n, 1.8f, 0.4f, 4000, 0.3f);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
