// expect: unchanged
/* A pointer that a loop sets behind its stages, to memory that these write: what the start of the function knows of it holds in
   the first turn only. So it is with a width that gets smaller. */
#include "bits.h"

static void trail(const float *in, float *out, int w, int h, int turns)
{
    float *t = malloc(sizeof(float) * w * h);
    for (int k = 0; k < turns; k++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = in[y * w + x] * 3;
        for (int y = 1; y < h; y++)
            for (int x = 1; x < w; x++)
                out[y * w + x] += t[(y - 1) * w + x - 1] - t[y * w + x] / 2;
        in = out - 3 * w;
    }
    free(t);
}

static void narrower(const float *in, float *out, int w, int h)
{
    float *t = malloc(sizeof(float) * w * h);
    while (w > 0) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = in[y * w + x] * 3;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w - 4; x++)
                out[y * w + x] += t[y * w + x + 4];
        w = w - 3;
    }
    free(t);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * (h + 3), 4);
        trail(in, out + 3 * w, w, h, 3);
        show("out", out, (long)w * (h + 3), sizeof *out);
        narrower(in, out, w, h);
        show("narrower", out, (long)w * (h + 3), sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
