// expect: scalarized t
/* Tables of which one cell at a time is used: what makes and releases them goes. */
#include "bits.h"

static void chain(int h, int w, const float *restrict in, float *restrict out)
{
    float **t = malloc(h * sizeof *t);
    float **u = malloc(h * sizeof *u);
    for (int i = 0; i < h; i++) {
        t[i] = malloc(w * sizeof *t[i]);
        u[i] = malloc(w * sizeof *u[i]);
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = in[y * w + x] * 2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y][x] = t[y][x] + 1;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = u[y][x] * t[y][x];
    for (int i = 0; i < h; i++)
        free(t[i]);
    for (int i = 0; i < h; i++)
        free(u[i]);
    free(t);
    free(u);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 7), *out = data_f32((long)h * w, 8);
        chain(h, w, in, out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
