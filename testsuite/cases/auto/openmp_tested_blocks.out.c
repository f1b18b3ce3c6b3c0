/* Blocks that are obtained, tested and zeroed where one thread runs: each thread has its own in a chunk, and the tests stay. */
#include "bits.h"

static int pipeline(int w, int h)
{
    /* polycc: each thread has its own in */
    /* polycc: each thread has its own mid */
    /* polycc: each thread has its own sums */
    float *in, *mid = NULL, *sums, *out;

    in = malloc(sizeof *in);
    mid = malloc(sizeof *mid);
    sums = malloc(sizeof *sums);
    out = calloc(w * h, sizeof(float));
    if (in == NULL || !mid || !sums || !out)
        return 0;
    #pragma omp parallel for if(1.0 * h * w > 8000)
    for (int chunk = 0; chunk < h; chunk += 64) {
        /* polycc: in[i * w + j] -> in[(i % 2) * w + j]; 2 * w cells instead of h * w */
        float *in = malloc(sizeof(float) * 2 * w);
        if (!in) __builtin_abort();
        /* polycc: mid[i * w + j] -> mid[(i % 3) * w + j]; 3 * w cells instead of h * w */
        float *mid = malloc(sizeof(float) * 3 * w);
        if (!mid) __builtin_abort();
        /* polycc: sums[i * w + j] -> sums[j]; w cells instead of h * w */
        float *sums = malloc(sizeof(float[w]));
        if (!sums) __builtin_abort();
        float *in_0 = &in[0], *in_1 = &in[w];
        float *mid_0 = &mid[0], *mid_1 = &mid[2 * w], *mid_2 = &mid[w];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < h && y < chunk + 64; y++) {
            for (int x = 0; x < w; x++)
                in_0[x] = (y * 37 + x) % 251 * 0.25f;
            for (int x = 1; x < w - 1; x++)
                mid_0[x] = in_0[x - 1] + in_0[x] + in_0[x + 1];
            if (y >= 2 && y >= chunk) {
                for (int x = 1; x < w - 1; x++)
                    sums[x] = mid_2[x] + mid_1[x] + mid_0[x];
                for (int x = 1; x < w - 1; x++)
                    out[(y - 1) * w + x] = in_1[x] - sums[x] / 9;
            }
            float *in_next = in_1;
            in_1 = in_0, in_0 = in_next;
            float *mid_next = mid_2;
            mid_2 = mid_1, mid_1 = mid_0, mid_0 = mid_next;
        }
        free(in);
        free(mid);
        free(sums);
    }
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
