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
    /* polycc: tmp[i * w + j] -> tmp[(i % 3) * w + j]; 3 * w cells instead of h * w */
    float *tmp = malloc(sizeof(float) * 3 * w);
    {
        float *tmp_0 = &tmp[0], *tmp_1 = &tmp[2 * w], *tmp_2 = &tmp[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                /* blur_rows */
                // the borders of `out` stay
                tmp_0[x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
            if (y >= 2)
                for (int x = 1; x < w - 1; x++)
                    /* blur_columns */
                    out[(y - 1) * w + x] = (tmp_2[x] + tmp_1[x] + tmp_0[x]) / 3;
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
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
