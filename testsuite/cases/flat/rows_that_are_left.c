// expect: unchanged
/* The subscript leaves its row on purpose, so the array is one of one dimension. */
#include "bits.h"

static void shift(int w, int h, const float *restrict in, float *restrict out)
{
    float *t = malloc(sizeof(float) * (w * h + w));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x + 1] = in[y * w + x];
    t[0] = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x];
    free(t);
}

int main(void)
{
    for (int w = 1; w < 5; w++)
        for (int h = 1; h < 5; h++) {
            float *in = data_f32(w * h, 3), *out = data_f32(w * h, 4);
            shift(w, h, in, out);
            show("out", out, w * h, sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
