// polycc: --optimize speed
// expect: contracted first
// expect: kept second
/* Two stages with frames of their own, one after the other, each in a region of its own: no array lives across the check between them. */
#include "bits.h"

static float run(const float *in, int w, int h)
{
    float sum = 0;
    if (w < 1 || h < 1)
        return -1;
    /* polycc: first[i * (long)w + j] -> first[j]; w cells instead of h * w */
    float *first = malloc(sizeof(float[w]));
    if (!first)
        return -2;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            first[x] = in[x] + (h - y - 1);
        for (int x = 0; x < w; x++)
            sum += first[x] * in[x];
    }
    free(first);
    /* polycc: rough[i * (long)w + j] -> rough[j]; w cells instead of h * w */
    float *second = malloc((size_t)w * h * sizeof *second), *rough = malloc(sizeof(float[w]));
    if (!second || !rough)
        exit(1);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            rough[x] = in[x] * y;
        for (int x = 0; x < w; x++)
            second[y * (long)w + x] = rough[x] + 1;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += second[(h - y - 1) * (long)w + x] * in[x];
    free(rough);
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
