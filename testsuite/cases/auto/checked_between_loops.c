// polycc: --optimize speed
// expect: contracted first
// expect: contracted second
/* A block that is obtained, and checked, between two loops: where it isn't given nobody sees what the first loop wrote. */
#include "bits.h"

static float run(const float *in, int w, int h)
{
    float sum = -1;
    float *first = NULL, *second = NULL;
    if (w < 1 || h < 1)
        return -2;
    first = malloc((size_t)w * h * sizeof *first);
    if (!first)
        goto out;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            first[(size_t)y * w + x] = in[x] * y;
    {
        float scale = in[0];
        second = calloc((size_t)w * h, sizeof *second);
        if (!second)
            goto out;
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                second[(size_t)y * w + x] = first[(size_t)y * w + x] + scale;
    }
    free(first);
    first = NULL;
    float total = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            total += second[(size_t)y * w + x];
    sum = total;
out:
    free(first);
    free(second);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17, 40};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32(w, 3);
        float sum = run(in, w, h);
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return 0;
}
