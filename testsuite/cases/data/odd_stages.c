#define WIDE
#include "odd_stages.h"

#define GAIN 3

static float curve(float v)
{
    return v * v;
}

struct point {
    float second, first;
};

static int calls;
static const float table[2] = {2, 3};
float stranger(float v);

static float second(const float *of)
{
    return of[1];
}

void by_macro(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * GAIN;
}

void by_function(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = curve(in[i]);
}

void by_structure(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] - ((struct point){1, 2}).first;
}

void by_type(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (float)((number)in[i] / 3);
}

void by_cell(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * sizeof(cell);
}

void by_state(const float *in, float *out, int n)
{
    calls++;
    for (int i = 0; i < n; i++)
        out[i] = in[i] + calls;
}

void by_ticks(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] + tick();
}

void by_table(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] + second(table);
}

void by_line(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] + __LINE__;
}

void by_attribute(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] + 1;
}

float stranger(float v)
{
    return 1 - v;
}

void by_stranger(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = stranger(in[i]);
}

void captured(const float *in, float *out, int n)
{
    for (int step = 0; step < n; step++)
        out[step] = in[step] / 2;
}
