/* Batch normalisation behind a dense layer: features by samples, mean and deviation over samples. */
#include "program.h"
#include <math.h>

static void normalise(int features, int batch, const float x[restrict features][batch], float y[restrict features][batch])
{
    float (*a)[batch] = malloc(sizeof(float[features][batch]));
    float *mean = malloc(sizeof(float[features]));
    float *deviation = malloc(sizeof(float[features]));
    for (int f = 0; f < features; f++)
        for (int s = 0; s < batch; s++)
            a[f][s] = x[f][s] > 0 ? x[f][s] : 0.1f * x[f][s];
    for (int f = 0; f < features; f++) {
        float sum = 0;
        for (int s = 0; s < batch; s++)
            sum += a[f][s];
        mean[f] = sum / batch;
    }
    for (int f = 0; f < features; f++) {
        float sum = 0;
        for (int s = 0; s < batch; s++)
            sum += (a[f][s] - mean[f]) * (a[f][s] - mean[f]);
        deviation[f] = sqrtf(sum / batch + 1e-5f);
    }
    for (int f = 0; f < features; f++)
        for (int s = 0; s < batch; s++)
            y[f][s] = (a[f][s] - mean[f]) / deviation[f];
    free(a);
    free(mean);
    free(deviation);
}

int main(int argc, char **argv)
{
    int features = size(argc, argv, 1), batch = size(argc, argv, 2);
    float *x = floats((size_t)features * batch, 1), *y = floats((size_t)features * batch, 2);
    normalise(features, batch, (void *)x, (void *)y);
    show("y", y, sizeof(float) * features * batch);
    free(x);
    free(y);
    return 0;
}
