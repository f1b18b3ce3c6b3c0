/* Batch normalisation behind a dense layer: features by samples, mean and deviation over samples. */
#include "program.h"
#include <math.h>

typedef struct {
    int features, batch;
    float *data;
} activations;

static void normalise(const activations *x, activations *y)
{
    int n = x->batch;
    float *a = malloc(x->features * n * sizeof(float));
    float *mean = malloc(x->features * sizeof(float));
    float *deviation = malloc(x->features * sizeof(float));
    for (int f = 0; f < x->features; f++)
        for (int s = 0; s < n; s++)
            a[f * n + s] = x->data[f * n + s] > 0 ? x->data[f * n + s] : 0.1f * x->data[f * n + s];
    for (int f = 0; f < x->features; f++) {
        float sum = 0;
        for (int s = 0; s < n; s++)
            sum += a[f * n + s];
        mean[f] = sum / n;
    }
    for (int f = 0; f < x->features; f++) {
        float sum = 0;
        for (int s = 0; s < n; s++)
            sum += (a[f * n + s] - mean[f]) * (a[f * n + s] - mean[f]);
        deviation[f] = sqrtf(sum / n + 1e-5f);
    }
    for (int f = 0; f < x->features; f++)
        for (int s = 0; s < n; s++)
            y->data[f * n + s] = (a[f * n + s] - mean[f]) / deviation[f];
    free(a);
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int features = size(argc, argv, 1), batch = size(argc, argv, 2);
    activations x = {features, batch, floats((size_t)features * batch, 1)};
    activations y = {features, batch, floats((size_t)features * batch, 2)};
    normalise(&x, &y);
    show("y", y.data, sizeof(float) * features * batch);
    free(x.data);
    free(y.data);
    return 0;
}
