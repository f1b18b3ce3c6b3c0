// expect: contracted a
/* A loop over all features times samples beside loops over features and samples. Negative sizes have a positive product,
   for which there are no rows: the function then runs as it was. */
#include "bits.h"
#include <math.h>

/* polycc: `normalise_apart` is `normalise` for sizes as they should be, in memory that doesn't overlap */
static void normalise_apart(const float *restrict x, float *restrict y, int features, int batch)
{
    /* polycc: a[i * batch + j] -> a[j]; batch cells instead of features * batch */
    float *a = malloc(sizeof(float[batch]));
    if (!a)
        return;
    for (int i_0 = 0; i_0 < features; i_0++) {
        for (int i_1 = 0; i_1 < batch; i_1++)
            a[i_1] = x[i_0 * batch + i_1] > 0 ? x[i_0 * (long)batch + i_1] : 0.1f * x[i_0 * (long)batch + i_1];
        float mean = 0;
        for (int s = 0; s < batch; s++)
            mean += a[s];
        mean /= batch;
        for (int s = 0; s < batch; s++)
            y[i_0 * batch + s] = a[s] - mean;
    }
    free(a);
}

static void normalise(const float *restrict x, float *restrict y, int features, int batch)
{
    /* polycc: `normalise_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)features >= 1, 1)) {
        normalise_apart(x, y, features, batch);
        return;
    }
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
