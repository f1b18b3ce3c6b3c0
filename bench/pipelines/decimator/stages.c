#include "stages.h"
#include <math.h>

struct signal *signal_new(int n)
{
    struct signal *s = malloc(sizeof(struct signal));
    s->n = n;
    s->data = malloc(n * sizeof(float));
    return s;
}

void signal_free(struct signal *s)
{
    if (!s)
        return;
    free(s->data);
    free(s);
}

void remove_mean(const struct signal *in, struct signal *out)
{
    double sum = 0;
    for (int i = 0; i < in->n; i++)
        sum += in->data[i];
    float mean = sum / in->n;
    for (int i = 0; i < in->n; i++)
        out->data[i] = in->data[i] - mean;
}

/* The result is (n - 7) / 2 long. */
void decimate2(const struct signal *in, struct signal *out)
{
    static const float c[8] = {-0.02f, 0.06f, 0.19f, 0.27f, 0.27f, 0.19f, 0.06f, -0.02f};
    if (!in || !out)
        return;
    for (int i = 0; i < out->n; i++) {
        float sum = 0;
        for (int k = 0; k < 8; k++)
            sum += c[k] * in->data[2 * i + k];
        out->data[i] = sum;
    }
}

void decimate3(const struct signal *in, struct signal *out)
{
    static const float c[9] = {0.02f, 0.05f, 0.12f, 0.19f, 0.24f, 0.19f, 0.12f, 0.05f, 0.02f};
    if (!in || !out)
        return;
    for (int i = 0; i < out->n; i++) {
        float sum = 0;
        for (int k = 0; k < 9; k++)
            sum += c[k] * in->data[3 * i + k];
        out->data[i] = sum;
    }
}

void envelope(const struct signal *in, struct signal *out)
{
    for (int i = 0; i < in->n; i++)
        out->data[i] = i == 0 ? fabsf(in->data[0]) : 0.5f * (fabsf(in->data[i - 1]) + fabsf(in->data[i]));
}
