/* One head of attention: scores of all pairs, softmax along rows, the weighted mean of values. */
#include "program.h"
#include <math.h>

static void attention(float *out, const float *q, const float *k, const float *v, int n, int d)
{
    float *score = malloc(n * n * sizeof(float));
    float scale = 1.0f / sqrtf(d);
    int i, j, c;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            float sum = 0;
            for (c = 0; c < d; c++)
                sum += q[i * d + c] * k[j * d + c];
            score[i * n + j] = sum * scale;
        }
    for (i = 0; i < n; i++) {
        float most = score[i * n], total = 0;
        for (j = 1; j < n; j++)
            if (score[i * n + j] > most)
                most = score[i * n + j];
        for (j = 0; j < n; j++) {
            score[i * n + j] = expf(score[i * n + j] - most);
            total += score[i * n + j];
        }
        for (j = 0; j < n; j++)
            score[i * n + j] /= total;
    }
    for (i = 0; i < n; i++) {
        for (c = 0; c < d; c++)
            out[i * d + c] = 0;
        for (j = 0; j < n; j++)
            for (c = 0; c < d; c++)
                out[i * d + c] += score[i * n + j] * v[j * d + c];
    }
    free(score);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), d = size(argc, argv, 2);
    float *q = floats((size_t)n * d, 1), *k = floats((size_t)n * d, 2), *v = floats((size_t)n * d, 3);
    float *out = floats((size_t)n * d, 4);
    attention(out, q, k, v, n, d);
    show("out", out, sizeof(float) * n * d);
    free(q);
    free(k);
    free(v);
    free(out);
    return 0;
}
