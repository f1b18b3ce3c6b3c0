/* A signal at a twelfth of its rate: all stages in one function. */
#include "program.h"
#include <math.h>

static const float c2[8] = {-0.02f, 0.06f, 0.19f, 0.27f, 0.27f, 0.19f, 0.06f, -0.02f};
static const float c3[9] = {0.02f, 0.05f, 0.12f, 0.19f, 0.24f, 0.19f, 0.12f, 0.05f, 0.02f};

static void reduce(const float *restrict in, float *restrict out, int n)
{
    int na = (n - 7) / 2, nb = (na - 8) / 3, nc = (nb - 7) / 2;
    float *flat = malloc(n * sizeof(float)), *a = malloc(na * sizeof(float));
    float *b = malloc(nb * sizeof(float)), *c = malloc(nc * sizeof(float));
    double total = 0;
    for (int i = 0; i < n; i++)
        total += in[i];
    float mean = total / n;
    for (int i = 0; i < n; i++)
        flat[i] = in[i] - mean;
    for (int i = 0; i < na; i++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += c2[k] * flat[2 * i + k];
        a[i] = sum;
    }
    for (int i = 0; i < nb; i++) {
        float sum = 0;
        for (int k = 0; k < 9; k++)
            sum += c3[k] * a[3 * i + k];
        b[i] = sum;
    }
    for (int i = 0; i < nc; i++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += c2[k] * b[2 * i + k];
        c[i] = sum;
    }
    for (int i = 0; i < nc; i++)
        out[i] = i == 0 ? fabsf(c[0]) : 0.5f * (fabsf(c[i - 1]) + fabsf(c[i]));
    free(flat);
    free(a);
    free(b);
    free(c);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    if (n < 100)
        return 2;
    int nc = (((n - 7) / 2 - 8) / 3 - 7) / 2;
    float *in = floats(n, 1), *out = malloc(nc * sizeof(float));
    reduce(in, out, n);
    show("out", out, sizeof(float) * nc);
    free(in);
    free(out);
    return 0;
}
