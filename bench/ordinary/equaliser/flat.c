/* An equaliser: two recursive filters of second order, one behind the other. */
#include "program.h"

static void equalise(const float *x, float *y, int n)
{
    float *t = malloc(n * sizeof(float));
    float a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        float v = x[i] + 1.56f * a - 0.64f * b;
        t[i] = 0.02f * v + 0.04f * a + 0.02f * b;
        b = a;
        a = v;
    }
    a = b = 0;
    for (int i = 0; i < n; i++) {
        float v = t[i] + 0.5f * a - 0.2f * b;
        y[i] = 0.8f * v - 1.6f * a + 0.8f * b;
        b = a;
        a = v;
    }
    free(t);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    equalise(in, out, n);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
