// polycc: -I data
// with: data/helped_stages.c
// expect: contracted tmp
/* What is inlined uses a table, a function, a type, a macro, a constant and a header of the other file: they come along, and nothing
   else does. A variable here is called as one of them. */
#include "bits.h"
#include "helped_stages.h"

static void sharpen(int w, int h, const float *restrict in, float *restrict out)
{
    float *tmp = malloc(sizeof *tmp * w * h);
    weigh(in, tmp, w, h);
    bend(tmp, out, w, h);
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
