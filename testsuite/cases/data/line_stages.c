#include "line_stages.h"

void lift(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] + 1;
}

void scale(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * 3;
}
