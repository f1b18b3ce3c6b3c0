// expect: contracted a
/* A loop over all features times samples beside loops over features and samples. Negative sizes have a positive product,
   for which there are no rows: the function then runs as it was. */
#include "bits.h"
#include <math.h>

static void normalise(const float *restrict x, float *restrict y, int features, int batch)
{
    float *a = malloc(features * batch * sizeof(float));
    if (!a)
        return;
    for (int i = 0; i < features * batch; i++)
        a[i] = x[i] > 0 ? x[i] : 0.1f * x[i];
    for (int f = 0; f < features; f++) {
        float mean = 0;
        for (int s = 0; s < batch; s++)
            mean += a[f * batch + s];
        mean /= batch;
        for (int s = 0; s < batch; s++)
            y[f * batch + s] = a[f * batch + s] - mean;
    }
    free(a);
}

int main(void)
{
    static const int sizes[][2] = {{0, 3}, {1, 1}, {5, 0}, {3, 8}, {17, 2}, {-3, -2}, {-3, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int features = sizes[k][0], batch = sizes[k][1];
        float *x = data_f32(features * batch, 3), *y = data_f32(features * batch, 4);
        if (features * batch >= 0)
            normalise(x, y, features, batch);
        show("y", y, features * batch < 0 ? 0 : features * batch, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
