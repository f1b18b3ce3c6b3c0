/* A perceptron of three layers over a batch. */
#include "program.h"
#include <math.h>

static void dense(const float *in, const float *weights, float *out, int batch, int inputs, int outputs)
{
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < outputs; o++) {
            float sum = 0;
            for (int i = 0; i < inputs; i++)
                sum += in[b * inputs + i] * weights[o * inputs + i];
            out[b * outputs + o] = sum;
        }
}

static void add_bias(float *v, const float *bias, int batch, int outputs)
{
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < outputs; o++)
            v[b * outputs + o] += bias[o];
}

static void relu(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] > 0 ? in[i] : 0;
}

static void squash(const float *in, float *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] / (1 + fabsf(in[i]));
}

static void softmax(const float *in, float *out, int batch, int outputs)
{
    for (int b = 0; b < batch; b++) {
        float most = in[b * outputs], sum = 0;
        for (int o = 1; o < outputs; o++)
            if (in[b * outputs + o] > most)
                most = in[b * outputs + o];
        for (int o = 0; o < outputs; o++) {
            out[b * outputs + o] = expf(in[b * outputs + o] - most);
            sum += out[b * outputs + o];
        }
        for (int o = 0; o < outputs; o++)
            out[b * outputs + o] /= sum;
    }
}

static void forward(const float *x, const float *w1, const float *b1, const float *w2, const float *b2, const float *w3,
                    const float *b3, float *y, int batch, int inputs, int hidden, int outputs)
{
    float *z1 = malloc(sizeof(float) * batch * hidden);
    float *a1 = malloc(sizeof(float) * batch * hidden);
    float *z2 = malloc(sizeof(float) * batch * hidden);
    float *a2 = malloc(sizeof(float) * batch * hidden);
    float *z3 = malloc(sizeof(float) * batch * outputs);
    dense(x, w1, z1, batch, inputs, hidden);
    add_bias(z1, b1, batch, hidden);
    relu(z1, a1, batch * hidden);
    dense(a1, w2, z2, batch, hidden, hidden);
    add_bias(z2, b2, batch, hidden);
    squash(z2, a2, batch * hidden);
    dense(a2, w3, z3, batch, hidden, outputs);
    add_bias(z3, b3, batch, outputs);
    softmax(z3, y, batch, outputs);
    free(z1);
    free(a1);
    free(z2);
    free(a2);
    free(z3);
}

int main(int argc, char **argv)
{
    int batch = size(argc, argv, 1), inputs = size(argc, argv, 2), hidden = size(argc, argv, 3), outputs = 4;
    float *x = floats((size_t)batch * inputs, 1), *y = floats((size_t)batch * outputs, 2);
    float *w1 = floats((size_t)inputs * hidden, 3), *b1 = floats(hidden, 4);
    float *w2 = floats((size_t)hidden * hidden, 5), *b2 = floats(hidden, 6);
    float *w3 = floats((size_t)hidden * outputs, 7), *b3 = floats(outputs, 8);
    forward(x, w1, b1, w2, b2, w3, b3, y, batch, inputs, hidden, outputs);
    show("y", y, sizeof(float) * batch * outputs);
    free(x);
    free(y);
    free(w1);
    free(b1);
    free(w2);
    free(b2);
    free(w3);
    free(b3);
    return 0;
}
