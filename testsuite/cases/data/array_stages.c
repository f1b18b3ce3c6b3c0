#include "array_stages.h"
static float buf[64];
static float seen[64];
void stage(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        buf[i] += in[i];
    for (int i = 0; i < n; i++)
        out[i] = buf[i] * 2;
}
void other_stage(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        seen[i] += in[i] + 1;
    for (int i = 0; i < n; i++)
        out[i] = seen[i] * 2;
}
