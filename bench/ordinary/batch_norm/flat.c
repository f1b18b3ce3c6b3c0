/* Batch normalisation behind a dense layer: features by samples, mean and deviation over samples. */
#include "program.h"
#include <math.h>

static void normalise(const float *x, float *y, int features, int batch)
{
    float *a = malloc(features * batch * sizeof(float));
    for (int i = 0; i < features * batch; i++)
        a[i] = x[i] > 0 ? x[i] : 0.1f * x[i];
    for (int f = 0; f < features; f++) {
        float mean = 0, variance = 0;
        for (int s = 0; s < batch; s++)
            mean += a[f * batch + s];
        mean /= batch;
        for (int s = 0; s < batch; s++)
            variance += (a[f * batch + s] - mean) * (a[f * batch + s] - mean);
        variance /= batch;
        for (int s = 0; s < batch; s++)
            y[f * batch + s] = (a[f * batch + s] - mean) / sqrtf(variance + 1e-5f);
    }
    free(a);
}

int main(int argc, char **argv)
{
    int features = size(argc, argv, 1), batch = size(argc, argv, 2);
    float *x = floats((size_t)features * batch, 1), *y = floats((size_t)features * batch, 2);
    normalise(x, y, features, batch);
    show("y", y, sizeof(float) * features * batch);
    free(x);
    free(y);
    return 0;
}
