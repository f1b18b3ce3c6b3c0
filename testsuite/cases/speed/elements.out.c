// polycc:
// expect: scalarized centred
// expect: scalarized squared
// expect: scalarized mixed
/* Four loops, element by element: one loop is as good a vector loop as each was, and keeps nothing in memory. */
#include "bits.h"

static void convert(int n, const float x[restrict n], float gain, float y[restrict n])
{
    /* polycc: centred[i] -> centred; 1 cell instead of n */
    float centred = 0;
    /* polycc: squared[i] -> squared; 1 cell instead of n */
    float squared = 0;
    /* polycc: mixed[i] -> mixed; 1 cell instead of n */
    float mixed = 0;
    for (int i = 0; i < n; i++) {
        centred = x[i] - 0.5f;
        squared = centred * centred;
        mixed = gain * squared + centred;
        y[i] = mixed * 0.75f + squared;
    }
}

/* A recurrence waits for each of its results: what little is done beside it for an element takes no time. */
static void smoothed(int n, const float x[restrict n], float y[restrict n])
{
    /* polycc: centred[i] -> centred; 1 cell instead of (n + 1) */
    /* polycc: slow[i] -> slow; 1 cell instead of (n + 1) */
    float centred = 0, slow = 0;
    slow = 0;
    for (int i = 0; i < n; i++) {
        centred = x[i] - 0.5f;
        slow = 0.75f * slow + 0.25f * centred;
        y[i] = slow * centred;
    }
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
