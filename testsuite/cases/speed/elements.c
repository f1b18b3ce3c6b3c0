// polycc:
// expect: scalarized centred
// expect: scalarized squared
// expect: scalarized mixed
/* Four loops, element by element: one loop is as good a vector loop as each was, and keeps nothing in memory. */
#include "bits.h"

static void convert(int n, const float x[restrict n], float gain, float y[restrict n])
{
    float *centred = malloc(sizeof(float[n]));
    float *squared = malloc(sizeof(float[n]));
    float *mixed = malloc(sizeof(float[n]));
    for (int i = 0; i < n; i++)
        centred[i] = x[i] - 0.5f;
    for (int i = 0; i < n; i++)
        squared[i] = centred[i] * centred[i];
    for (int i = 0; i < n; i++)
        mixed[i] = gain * squared[i] + centred[i];
    for (int i = 0; i < n; i++)
        y[i] = mixed[i] * 0.75f + squared[i];
    free(centred);
    free(squared);
    free(mixed);
}

/* A recurrence waits for each of its results: what little is done beside it for an element takes no time. */
static void smoothed(int n, const float x[restrict n], float y[restrict n])
{
    float centred[n + 1], slow[n + 1];
    for (int i = 0; i < n; i++)
        centred[i] = x[i] - 0.5f;
    slow[0] = 0;
    for (int i = 0; i < n; i++)
        slow[i + 1] = 0.75f * slow[i] + 0.25f * centred[i];
    for (int i = 0; i < n; i++)
        y[i] = slow[i + 1] * centred[i];
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 5, 16, 33};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *x = data_f32(n, 1), *y = data_f32(n, 2);
        convert(n, x, 1.25f, y);
        show("converted", y, n, sizeof *y);
        smoothed(n, x, y);
        show("smoothed", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
