// polycc: -I data
// with: data/blur_stages.c
// expect: contracted tmp
/* Asserts around the calls: the numbers of their lines move with these, and nothing else is told from that. */
#include <assert.h>

#include "bits.h"
#include "blur_stages.h"

static void blur(const float *restrict in, float *restrict out, int w, int h)
{
    assert(w > 0 && h > 0);
    float *tmp = malloc(sizeof *tmp * w * h);
    blur_rows(in, tmp, w, h);
    blur_columns(tmp, out, w, h);
    free(tmp);
    assert(w > 0);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 3), *out = data_f32((long)h * w, 5);
        assert(in != out);
        blur(in, out, w, h);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
