// expect: contracted scaled
/* `INFINITY` and `HUGE_VALF` are calls of compilers' own functions. */
#include "bits.h"
#include <math.h>

/* polycc: `normalised_apart` is `normalised` for memory that doesn't overlap */
static void normalised_apart(const float *in, float *out, int n, int m)
{
    /* polycc: scaled[i * m + j] -> scaled[j]; m cells instead of n * m */
    float *scaled = malloc(sizeof(float[m]));
    if (!scaled)
        return;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            scaled[j] = in[i * m + j] * 0.5f;
        float most = - INFINITY;
        float least = HUGE_VALF;
        for (int j = 0; j < m; j++) {
            if (scaled[j] > most)
                most = scaled[j];
            if (scaled[j] < least)
                least = scaled[j];
        }
        for (int j = 0; j < m; j++)
            out[i * m + j] = (scaled[j] - least) / (most - least);
    }
    free(scaled);
}

static void normalised(const float *in, float *out, int n, int m)
{
    /* polycc: `normalised_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)n * (long)m)) <= (const char *)out || (const char *)(out + ((long)n * (long)m)) <= (const char *)in, 1)) {
        normalised_apart(in, out, n, m);
        return;
    }
    float *scaled = malloc(sizeof(float) * n * m);
    if (!scaled)
        return;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            scaled[i * m + j] = in[i * m + j] * 0.5f;
    for (int i = 0; i < n; i++) {
        float most = -INFINITY, least = HUGE_VALF;
        for (int j = 0; j < m; j++) {
            if (scaled[i * m + j] > most)
                most = scaled[i * m + j];
            if (scaled[i * m + j] < least)
                least = scaled[i * m + j];
        }
        for (int j = 0; j < m; j++)
            out[i * m + j] = (scaled[i * m + j] - least) / (most - least);
    }
    free(scaled);
}

int main(void)
{
    static const int sizes[][2] = {{3, 4}, {2, 5}, {16, 7}, {5, 1}, {4, 2}, {0, 2}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], m = sizes[k][1];
        float *in = data_f32(n * m, 3), *out = data_f32(n * m, 4);
        normalised(in, out, n, m);
        show("out", out, n * m, sizeof *out);
        normalised(in, in, n, m);
        show("in", in, n * m, sizeof *in);
        free(in);
        free(out);
    }
    return 0;
}
