/* An equaliser: two recursive filters of second order, one behind the other. */
#include "program.h"

static void equalise(int n, const float x[restrict n], float y[restrict n])
{
    float *low = malloc(sizeof(float[n]));
    float *high = malloc(sizeof(float[n]));
    low[0] = low[1] = 0;
    high[0] = high[1] = 0;
    for (int i = 2; i < n; i++)
        low[i] = 0.02f * x[i] + 0.04f * x[i - 1] + 0.02f * x[i - 2] + 1.56f * low[i - 1] - 0.64f * low[i - 2];
    for (int i = 2; i < n; i++)
        high[i] = 0.8f * x[i] - 1.6f * x[i - 1] + 0.8f * x[i - 2] + 1.56f * high[i - 1] - 0.64f * high[i - 2];
    for (int i = 0; i < n; i++)
        y[i] = 1.2f * low[i] + 0.7f * high[i];
    free(low);
    free(high);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    equalise(n, in, out);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
