// polycc: --optimize speed
// expect: contracted first
// expect: contracted second
/* A block that is obtained, and checked, between two loops: where it isn't given nobody sees what the first loop wrote. */
#include "bits.h"

static float run(const float *in, int w, int h)
{
    float sum = -1;
    /* polycc: first[i * (long)w + j] -> first[j]; w cells instead of h * w */
    /* polycc: second[i * (long)w + j] -> second[j]; w cells instead of h * w */
    float *first = NULL, *second = NULL;
    if (w < 1 || h < 1)
        return -2;
    first = malloc(sizeof(float[w]));
    if (!first)
        goto out;
    second = malloc(sizeof(float[w]));
    if (!second)
        goto out;
    float total;
    {
        float scale;
        scale = in[0];
        total = 0;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                first[x] = in[x] * y;
            for (int x = 0; x < w; x++)
                second[x] = first[x] + scale;
            for (int x = 0; x < w; x++)
                total += second[x];
        }
    }
    free(first);
    first = NULL;
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
