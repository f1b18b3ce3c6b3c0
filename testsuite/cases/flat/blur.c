// polycc: --at h=1000,w=1000
// bytes: 4000000 -> 12000
// expect: contracted t
/* Rows of an array of one dimension, whose size is a product. */
#include "bits.h"

static void blur(const float *restrict in, float *restrict out, int w, int h)
{
    float *t = malloc(w * h * sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * w + x] = (in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1]) / 3;
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (t[(y - 1) * w + x] + t[y * w + x] + t[(y + 1) * w + x]) / 3;
    free(t);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 80};
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
            int w = sizes[a], h = sizes[b];
            float *in = data_f32(w * h + 1, 3), *out = data_f32(w * h + 1, 4);
            blur(in, out, w, h);
            show("out", out, w * h, sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
