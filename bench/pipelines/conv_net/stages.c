#include "stages.h"
#include <math.h>

struct tensor *tensor_new(int channels, int h, int w)
{
    struct tensor *t = malloc(sizeof *t);
    if (!t)
        return NULL;
    t->channels = channels;
    t->h = h;
    t->w = w;
    t->data = malloc(sizeof(float) * channels * h * w);
    if (!t->data) {
        free(t);
        return NULL;
    }
    return t;
}

void tensor_free(struct tensor *t)
{
    if (t) {
        free(t->data);
        free(t);
    }
}

void conv3(const struct tensor *in, const float *weights, const float *bias, struct tensor *out)
{
    for (int o = 0; o < out->channels; o++)
        for (int y = 0; y < out->h; y++)
            for (int x = 0; x < out->w; x++) {
                float sum = bias[o];
                for (int c = 0; c < in->channels; c++)
                    for (int j = 0; j < 3; j++)
                        for (int i = 0; i < 3; i++)
                            sum += weights[((o * in->channels + c) * 3 + j) * 3 + i]
                                   * in->data[(c * in->h + y + j) * in->w + x + i];
                out->data[(o * out->h + y) * out->w + x] = sum;
            }
}

void relu(struct tensor *t)
{
    for (int i = 0; i < t->channels * t->h * t->w; i++)
        if (t->data[i] < 0)
            t->data[i] = 0;
}

void pool(const struct tensor *in, struct tensor *out)
{
    for (int c = 0; c < out->channels; c++)
        for (int y = 0; y < out->h; y++)
            for (int x = 0; x < out->w; x++) {
                float best = in->data[(c * in->h + 2 * y) * in->w + 2 * x];
                for (int j = 0; j < 2; j++)
                    for (int i = 0; i < 2; i++) {
                        float v = in->data[(c * in->h + 2 * y + j) * in->w + 2 * x + i];
                        if (v > best)
                            best = v;
                    }
                out->data[(c * out->h + y) * out->w + x] = best;
            }
}

void dense(const struct tensor *in, const float *weights, const float *bias, float *out, int outputs)
{
    int n = in->channels * in->h * in->w;
    for (int o = 0; o < outputs; o++) {
        float sum = bias[o];
        for (int i = 0; i < n; i++)
            sum += weights[o * n + i] * in->data[i];
        out[o] = sum;
    }
}

void softmax(float *v, int n)
{
    float most = v[0], sum = 0;
    for (int i = 1; i < n; i++)
        if (v[i] > most)
            most = v[i];
    for (int i = 0; i < n; i++) {
        v[i] = expf(v[i] - most);
        sum += v[i];
    }
    for (int i = 0; i < n; i++)
        v[i] /= sum;
}
