// expect: scalarized t
/* What `errno` is where there was no memory, `malloc` has said, so arithmetic elsewhere may move. */
#include "bits.h"
#include <math.h>

float *roots(int n, const float *restrict in)
{
    float *t = malloc(sizeof(float) * (n + 1)), *out = malloc(sizeof(float) * (n + 1));
    if (t == NULL || out == NULL) {
        perror("roots");
        exit(1);
    }
    for (int i = 0; i < n; i++)
        t[i] = sqrtf(in[i] + 1);
    for (int i = 0; i < n; i++)
        out[i] = t[i] * expf(t[i]);
    free(t);
    return out;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++) {
        float *in = data_f32(lengths[a], 3), *out = roots(lengths[a], in);
        show("out", out, lengths[a], sizeof(float));
        free(in);
        free(out);
    }
    return 0;
}
