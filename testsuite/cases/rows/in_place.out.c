// polycc: --optimize none
// expect: contracted t
// expect: contracted u
/* The order stays; what sets pointers to rows of an array with fewer cells, and indexes of its rows, goes. */
#include "bits.h"

static double filter(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: t[i * (long)w + j] -> t[j]; w cells instead of h * w */
    float *t = malloc(sizeof(float[w])), *to;
    /* polycc: u[i][j] -> u[j]; (w + 1) cells instead of (h + 1) * (w + 1) */
    float u[w + 1];
    const float *from;
    double sum = 0.0;
    int x, y;
    for (y = 0; y < h; y++) {
        from = in + y * w;
        for (x = 0; x < w; x++) {
            t[x] = from[x] * 0.5f;
            u[x] = t[x] + 1.0f;
        }
        to = out + y * w;
        for (x = 0; x + 1 < w; x++) {
            to[x] = t[x] - t[x + 1] + u[x + 1] * u[x];
        }
        sum += w > 0 ? to[0] : 1.0;
    }
    free(t);
    return sum;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 73};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)w * h, 3), *out = data_f32((long)w * h, 4);
        double sum = filter(w, h, in, out);
        show("sum", &sum, 1, sizeof sum);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
