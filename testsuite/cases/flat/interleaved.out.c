/* Pixels of three bytes; sizes are unsigned, a stride and a subscript have names. */
#include "bits.h"

static void rgb(const unsigned char *restrict in, float *restrict out, size_t w, size_t h)
{
    size_t stride = 3 * w;
    /* polycc: g[i * (long)w + j] -> g[j]; w cells instead of h * w */
    float *g = malloc(sizeof(float[w]));
    for (long y = 0; y < (long)h; y++) {
        for (long x = 0; x < (long)w; x++)
            g[x] = 0.3f * in[y * (long)stride + 3 * x] + 0.6f * in[y * (long)stride + 3 * x + 1] + 0.1f * in[y * (long)stride + 3 * x + 2];
        for (long x = 1; x < (long)w; x++)
            out[y * (long)w + x] = g[x] - g[x - 1];
    }
    free(g);
}

int main(void)
{
    static const size_t sizes[] = {0, 1, 2, 5, 40};
    for (size_t a = 0; a < sizeof sizes / sizeof *sizes; a++)
        for (size_t b = 0; b < sizeof sizes / sizeof *sizes; b++) {
            size_t w = sizes[a], h = sizes[b];
            unsigned char *in = malloc(3 * w * h + 1);
            float *out = data_f32((int)(w * h) + 1, 4);
            for (size_t i = 0; i < 3 * w * h; i++)
                in[i] = (unsigned char)(i * 7 % 251);
            rgb(in, out, w, h);
            show("out", out, (int)(w * h), sizeof *out);
            free(in);
            free(out);
        }
    return 0;
}
