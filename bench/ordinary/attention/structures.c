/* One head of attention: scores of all pairs, softmax along rows, the weighted mean of values. */
#include "program.h"
#include <math.h>

typedef struct {
    int rows, cols;
    float *data;
} matrix;

#define AT(m, i, j) ((m)->data[(i) * (m)->cols + (j)])

static void attention(matrix *out, const matrix *q, const matrix *k, const matrix *v)
{
    int n = q->rows, d = q->cols;
    float *score = malloc(n * n * sizeof(float));
    float scale = 1.0f / sqrtf(d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += AT(q, i, c) * AT(k, j, c);
            score[i * n + j] = sum * scale;
        }
    for (int i = 0; i < n; i++) {
        float most = score[i * n], total = 0;
        for (int j = 1; j < n; j++)
            if (score[i * n + j] > most)
                most = score[i * n + j];
        for (int j = 0; j < n; j++) {
            score[i * n + j] = expf(score[i * n + j] - most);
            total += score[i * n + j];
        }
        for (int j = 0; j < n; j++)
            score[i * n + j] /= total;
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < d; c++)
            AT(out, i, c) = 0;
        for (int j = 0; j < n; j++)
            for (int c = 0; c < d; c++)
                AT(out, i, c) += score[i * n + j] * AT(v, j, c);
    }
    free(score);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), d = size(argc, argv, 2);
    matrix q = {n, d, floats((size_t)n * d, 1)}, k = {n, d, floats((size_t)n * d, 2)};
    matrix v = {n, d, floats((size_t)n * d, 3)}, out = {n, d, floats((size_t)n * d, 4)};
    attention(&out, &q, &k, &v);
    show("out", out.data, sizeof(float) * n * d);
    free(q.data);
    free(k.data);
    free(v.data);
    free(out.data);
    return 0;
}
