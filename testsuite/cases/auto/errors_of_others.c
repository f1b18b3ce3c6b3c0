// expect: unchanged
/* A pointer that is null without a failure, or only later tested: arithmetic in between may be what `errno` tells of. */
#include "bits.h"
#include <math.h>

float late(int n, const float *restrict in)
{
    float *t = malloc(sizeof(float) * (n + 1)), *none = n < 0 ? malloc(8) : NULL, sum = 0;
    if (!t)
        exit(1);
    for (int i = 0; i < n; i++)
        t[i] = sqrtf(in[i]);
    for (int i = 0; i < n; i++)
        sum += t[i] > 0.5f ? expf(200 * t[i]) : t[i];
    if (none == NULL)
        perror("late");
    free(none);
    free(t);
    return isnan(sum) ? 1 : sum;
}

int main(void)
{
    static const int lengths[] = {1, 2, 3, 17, 40};
    for (int a = 0; a < 5; a++) {
        float *in = data_f32(lengths[a], 3), sum = late(lengths[a], in);
        show("sum", &sum, 1, sizeof sum);
        free(in);
    }
    return 0;
}
