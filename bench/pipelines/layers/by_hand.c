/* A perceptron of three layers: all stages in one function. */
#include "program.h"
#include <math.h>

static void forward(int batch, int inputs, int hidden, int outputs, const float x[restrict batch][inputs],
                    const float w1[restrict hidden][inputs], const float b1[restrict hidden],
                    const float w2[restrict hidden][hidden], const float b2[restrict hidden],
                    const float w3[restrict outputs][hidden], const float b3[restrict outputs],
                    float y[restrict batch][outputs])
{
    float (*z1)[hidden] = malloc(sizeof(float[batch][hidden]));
    float (*a1)[hidden] = malloc(sizeof(float[batch][hidden]));
    float (*z2)[hidden] = malloc(sizeof(float[batch][hidden]));
    float (*a2)[hidden] = malloc(sizeof(float[batch][hidden]));
    float (*z3)[outputs] = malloc(sizeof(float[batch][outputs]));
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++) {
            float sum = 0;
            for (int i = 0; i < inputs; i++)
                sum += x[b][i] * w1[o][i];
            z1[b][o] = sum;
        }
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++)
            z1[b][o] += b1[o];
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++)
            a1[b][o] = z1[b][o] > 0 ? z1[b][o] : 0;
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++) {
            float sum = 0;
            for (int i = 0; i < hidden; i++)
                sum += a1[b][i] * w2[o][i];
            z2[b][o] = sum;
        }
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++)
            z2[b][o] += b2[o];
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < hidden; o++)
            a2[b][o] = z2[b][o] / (1 + fabsf(z2[b][o]));
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < outputs; o++) {
            float sum = 0;
            for (int i = 0; i < hidden; i++)
                sum += a2[b][i] * w3[o][i];
            z3[b][o] = sum;
        }
    for (int b = 0; b < batch; b++)
        for (int o = 0; o < outputs; o++)
            z3[b][o] += b3[o];
    for (int b = 0; b < batch; b++) {
        float most = z3[b][0], sum = 0;
        for (int o = 1; o < outputs; o++)
            most = z3[b][o] > most ? z3[b][o] : most;
        for (int o = 0; o < outputs; o++) {
            y[b][o] = expf(z3[b][o] - most);
            sum += y[b][o];
        }
        for (int o = 0; o < outputs; o++)
            y[b][o] /= sum;
    }
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
    forward(batch, inputs, hidden, outputs, (const void *)x, (const void *)w1, b1, (const void *)w2, b2, (const void *)w3,
            b3, (void *)y);
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
