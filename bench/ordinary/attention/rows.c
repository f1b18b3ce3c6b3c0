/* One head of attention: scores of all pairs, softmax along rows, the weighted mean of values. */
#include "program.h"
#include <math.h>

static void attention(int n, int d, const float q[restrict n][d], const float k[restrict n][d],
                      const float v[restrict n][d], float out[restrict n][d])
{
    float (*score)[n] = malloc(sizeof(float[n][n]));
    float scale = 1.0f / sqrtf((float)d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += q[i][c] * k[j][c];
            score[i][j] = sum * scale;
        }
    for (int i = 0; i < n; i++) {
        float most = score[i][0], total = 0;
        for (int j = 1; j < n; j++)
            most = fmaxf(most, score[i][j]);
        for (int j = 0; j < n; j++) {
            score[i][j] = expf(score[i][j] - most);
            total += score[i][j];
        }
        for (int j = 0; j < n; j++)
            score[i][j] /= total;
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++)
            out[i][c] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int c = 0; c < d; c++)
                out[i][c] += score[i][j] * v[j][c];
    free(score);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), d = size(argc, argv, 2);
    float *q = floats((size_t)n * d, 1), *k = floats((size_t)n * d, 2), *v = floats((size_t)n * d, 3);
    float *out = floats((size_t)n * d, 4);
    attention(n, d, (void *)q, (void *)k, (void *)v, (void *)out);
    show("out", out, sizeof(float) * n * d);
    free(q);
    free(k);
    free(v);
    free(out);
    return 0;
}
