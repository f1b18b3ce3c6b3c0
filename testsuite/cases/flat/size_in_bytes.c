// expect: contracted t
// expect: contracted u
// expect: contracted v
/* Blocks of which a variable says how many bytes they have, before their loops or amid them, and a loop over as many cells as
   a variable of its block says. In `frames` each turn of a loop has a block of its own: what stands in that gets a new order. */
#include "bits.h"

static void sharpen(const float *in, float *out, int w, int h)
{
    size_t size = (size_t)w * h * sizeof(float);
    float *t = malloc(size);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = x == 0 ? in[y * w + x] : (in[y * w + x] + in[y * w + x - 1]) / 2;
    {
        int n = w * h;
        for (int i = 0; i < n; i++)
            t[i] = 2 * in[i] - t[i];
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = y == 0 ? t[y * w + x] : t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

static void frames(const float *in, float *out, int w, int h, int count)
{
    for (int f = 0; f < count; f++) {
        int n = w * h;
        float *u = malloc(n * sizeof(float));
        for (int i = 0; i < n; i++)
            u[i] = 3 * in[i] + f;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                out[y * w + x] += y == 0 ? u[y * w + x] : u[y * w + x] - u[(y - 1) * w + x];
        free(u);
    }
}

static void bytes_of_a_row(const float *in, float *out, int w, int h)
{
    long row = w * sizeof(float);
    float *v = malloc(row * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y * w + x] = in[y * w + x] * 4;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] += y == 0 ? v[y * w + x] : v[y * w + x] - v[(y - 1) * w + x];
    free(v);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * h, 4);
        sharpen(in, out, w, h);
        frames(in, out, w, h, 3);
        bytes_of_a_row(in, out, w, h);
        show("out", out, (long)w * h, sizeof *out);
        frames(in, in, w, h, 2);
        show("in", in, (long)w * h, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
