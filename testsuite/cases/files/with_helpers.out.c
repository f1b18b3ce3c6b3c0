// polycc: -I data
// with: data/helped_stages.c
// expect: contracted tmp
/* What is inlined uses a table, a function, a type, a macro, a constant and a header of the other file: they come along, and nothing
   else does. A variable here is called as one of them. */
#include "bits.h"
#include "helped_stages.h"
#include <math.h>

#define TAPS 3
typedef float weight;

/* The middle counts most. */
static const weight taps[TAPS] = {0.25f, 0.5f, 0.25f};

enum { PASSES = 2 };

/* Small values stay. */
static float soft(float v)
{
    if (fabsf(v) < 0.25f)
        return v;
    return v / PASSES;
}

static void sharpen(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: tmp[i * w + j] -> tmp[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *tmp = malloc(sizeof(float) * 2 * w);
    {
        float *tmp_0 = &tmp[0], *tmp_1 = &tmp[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++) {
                /* weigh */
                float sum = 0;
                for (int k = 0; k < 3; k++)
                    sum += taps[k] * in[y * w + (k + x) - 1];
                tmp_0[x] = sum;
            }
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    /* bend */
                    out[y * w + x] = soft(tmp_0[x]) + sqrtf(fabsf(tmp_1[x]));
            float *tmp_next = tmp_1;
            tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *taps = data_f32((long)h * w, 3), *out = data_f32((long)h * w, 5);
        sharpen(w, h, taps, out);
        show("out", out, (long)h * w, sizeof *out);
        free(taps);
        free(out);
    }
    return 0;
}
