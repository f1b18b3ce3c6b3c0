// expect: scalarized t
/* What `errno` is where there was no memory, `malloc` has said, so arithmetic elsewhere may move. */
#include "bits.h"
#include <math.h>

float *roots(int n, const float *restrict in)
{
    /* polycc: t[i] -> t[0]; 1 cell instead of (n + 1) */
    float *t = malloc(sizeof(float)), *out = malloc(sizeof(float) * (n + 1));
    if (t == NULL || out == NULL) {
        perror("roots");
        exit(1);
    }
    for (int i = 0; i < n; i++) {
        t[0] = sqrtf(in[i] + 1);
        out[i] = t[0] * expf(t[0]);
    }
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
