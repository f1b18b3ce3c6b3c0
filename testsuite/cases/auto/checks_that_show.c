// polycc: --optimize speed
// expect: kept t
/* Blocks that are checked between two loops, where somebody sees what the first loop wrote if there is no second block: the caller,
   and what stands at the end. */
#include "bits.h"

static int callers(const float *in, float *out, int n)
{
    float *t = malloc(n * sizeof *t), *u;
    if (!t)
        return -1;
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 2;
        out[i] = 9;
    }
    u = malloc(n * sizeof *u);
    if (!u) {
        free(t);
        return -2;
    }
    for (int i = 0; i < n; i++)
        u[i] = t[i] + 1;
    free(t);
    free(u);
    return 0;
}

static float last;

static float results(const float *in, int n)
{
    float sum = 0;
    float *t = malloc(n * sizeof *t), *u = NULL;
    if (!t)
        return -1;
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 2;
        sum += t[i];
        last = t[i];
    }
    u = malloc(n * sizeof *u);
    if (!u) {
        free(t);
        return sum;
    }
    for (int i = 0; i < n; i++)
        u[i] = t[i] * sum;
    sum = u[n - 1];
    free(t);
    free(u);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 17};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        float *in = data_f32(sizes[s], 3), out[40] = {0};
        callers(in, out, sizes[s]);
        show("out", out, 40, sizeof *out);
        float sum = results(in, sizes[s]);
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return last > 1e6f;
}
