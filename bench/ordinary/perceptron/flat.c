/* Two dense layers over a batch, with rectifiers between them. */
#include "program.h"

static void forward(const float *x, const float *w1, const float *b1, const float *w2, const float *b2, float *y,
                    int batch, int inputs, int hidden, int outputs)
{
    float *a = malloc(batch * hidden * sizeof(float));
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < hidden; j++) {
            float sum = b1[j];
            for (int i = 0; i < inputs; i++)
                sum += x[s * inputs + i] * w1[j * inputs + i];
            a[s * hidden + j] = sum;
        }
    for (int i = 0; i < batch * hidden; i++)
        if (a[i] < 0)
            a[i] = 0;
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < outputs; j++) {
            float sum = b2[j];
            for (int i = 0; i < hidden; i++)
                sum += a[s * hidden + i] * w2[j * hidden + i];
            y[s * outputs + j] = sum;
        }
    free(a);
}

int main(int argc, char **argv)
{
    int batch = size(argc, argv, 1), inputs = size(argc, argv, 2), hidden = size(argc, argv, 3), outputs = 4;
    float *x = floats((size_t)batch * inputs, 1), *y = floats((size_t)batch * outputs, 2);
    float *w1 = floats((size_t)inputs * hidden, 3), *b1 = floats(hidden, 4);
    float *w2 = floats((size_t)hidden * outputs, 5), *b2 = floats(outputs, 6);
    forward(x, w1, b1, w2, b2, y, batch, inputs, hidden, outputs);
    show("y", y, sizeof(float) * batch * outputs);
    free(x);
    free(y);
    free(w1);
    free(b1);
    free(w2);
    free(b2);
    return 0;
}
