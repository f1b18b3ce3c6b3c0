/* Four loops over large arrays, element by element. */
#include "bits.h"

static void convert(long n, const float *restrict x, float gain, float *restrict y)
{
    float *centred = malloc(sizeof(float[n]));
    float *squared = malloc(sizeof(float[n]));
    float *mixed = malloc(sizeof(float[n]));
    for (long i = 0; i < n; i++)
        centred[i] = x[i] - 0.5f;
    for (long i = 0; i < n; i++)
        squared[i] = centred[i] * centred[i];
    for (long i = 0; i < n; i++)
        mixed[i] = gain * squared[i] + centred[i];
    for (long i = 0; i < n; i++)
        y[i] = mixed[i] * 0.75f + squared[i];
    free(centred);
    free(squared);
    free(mixed);
}

int main(void)
{
    enum { COUNT = 6000000 };
    static float *x, *y;
    if (x == NULL) {
        x = data_f32(COUNT, 1);
        y = data_f32(COUNT, 2);
    }
    convert(COUNT, x, 1.25f, y);
    show("y", y, COUNT, sizeof *y);
    return 0;
}
