/* Blocks that are obtained, tested and zeroed where one thread runs: each thread has its own in a chunk, and the tests stay. */
#include "bits.h"

static int pipeline(int w, int h)
{
    float *in, *mid = NULL, *sums, *out;

    in = malloc(sizeof(float) * w * h);
    mid = malloc(sizeof(float) * w * h);
    sums = (float *)calloc(w * h, sizeof(float));
    out = calloc(w * h, sizeof(float));
    if (in == NULL || !mid || !sums || !out)
        return 0;
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            in[y * w + x] = (y * 37 + x) % 251 * 0.25f;
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            mid[y * w + x] = in[y * w + x - 1] + in[y * w + x] + in[y * w + x + 1];
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            sums[y * w + x] = mid[(y - 1) * w + x] + mid[y * w + x] + mid[(y + 1) * w + x];
#pragma omp parallel for
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = in[y * w + x] - sums[y * w + x] / 9;
    show("out", out, w * h, sizeof *out);
    free(in);
    free(mid);
    free(sums);
    free(out);
    return 1;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}, {33, 150}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        if (!pipeline(sizes[s][0], sizes[s][1]))
            return 1;
    return 0;
}
