/* Two dense layers over a batch, with rectifiers between them. */
#include "program.h"

struct layer {
    int inputs, outputs;
    float *weights, *bias;
};

static void forward(const struct layer *first, const struct layer *second, const float *x, float *y, int batch)
{
    float *a = malloc(batch * first->outputs * sizeof(float));
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < first->outputs; j++) {
            float sum = first->bias[j];
            for (int i = 0; i < first->inputs; i++)
                sum += x[s * first->inputs + i] * first->weights[j * first->inputs + i];
            a[s * first->outputs + j] = sum > 0 ? sum : 0;
        }
    for (int s = 0; s < batch; s++)
        for (int j = 0; j < second->outputs; j++) {
            float sum = second->bias[j];
            for (int i = 0; i < second->inputs; i++)
                sum += a[s * second->inputs + i] * second->weights[j * second->inputs + i];
            y[s * second->outputs + j] = sum;
        }
    free(a);
}

int main(int argc, char **argv)
{
    int batch = size(argc, argv, 1), inputs = size(argc, argv, 2), hidden = size(argc, argv, 3), outputs = 4;
    float *x = floats((size_t)batch * inputs, 1), *y = floats((size_t)batch * outputs, 2);
    struct layer first = {inputs, hidden, floats((size_t)inputs * hidden, 3), floats(hidden, 4)};
    struct layer second = {hidden, outputs, floats((size_t)hidden * outputs, 5), floats(outputs, 6)};
    forward(&first, &second, x, y, batch);
    show("y", y, sizeof(float) * batch * outputs);
    free(x);
    free(y);
    free(first.weights);
    free(first.bias);
    free(second.weights);
    free(second.bias);
    return 0;
}
