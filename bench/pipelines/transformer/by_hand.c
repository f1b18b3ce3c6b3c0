/* A layer of a transformer: all stages in one function. */
#include "program.h"
#include <math.h>

static void layer(int n, int d, const float x[restrict n][d], const float wq[restrict d][d],
                  const float wk[restrict d][d], const float wv[restrict d][d], float out[restrict n][d])
{
    float (*norm)[d] = malloc(sizeof(float[n][d]));
    float (*q)[d] = malloc(sizeof(float[n][d]));
    float (*k)[d] = malloc(sizeof(float[n][d]));
    float (*v)[d] = malloc(sizeof(float[n][d]));
    float (*s)[n] = malloc(sizeof(float[n][n]));
    float (*mixed)[d] = malloc(sizeof(float[n][d]));
    float root = 1 / sqrtf(d);
    for (int i = 0; i < n; i++) {
        float mean = 0, var = 0;
        for (int c = 0; c < d; c++)
            mean += x[i][c];
        mean /= d;
        for (int c = 0; c < d; c++)
            var += (x[i][c] - mean) * (x[i][c] - mean);
        float scale = 1 / sqrtf(var / d + 1e-5f);
        for (int c = 0; c < d; c++)
            norm[i][c] = (x[i][c] - mean) * scale;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += norm[i][c] * wq[j][c];
            q[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += norm[i][c] * wk[j][c];
            k[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += norm[i][c] * wv[j][c];
            v[i][j] = sum;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += q[i][c] * k[j][c];
            s[i][j] = sum * root;
        }
    for (int i = 0; i < n; i++) {
        float most = s[i][0], sum = 0;
        for (int j = 1; j < n; j++)
            most = s[i][j] > most ? s[i][j] : most;
        for (int j = 0; j < n; j++) {
            s[i][j] = expf(s[i][j] - most);
            sum += s[i][j];
        }
        for (int j = 0; j < n; j++)
            s[i][j] /= sum;
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < d; c++)
            mixed[i][c] = 0;
        for (int j = 0; j < n; j++)
            for (int c = 0; c < d; c++)
                mixed[i][c] += s[i][j] * v[j][c];
    }
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++)
            out[i][c] = x[i][c] + mixed[i][c];
    free(norm);
    free(q);
    free(k);
    free(v);
    free(s);
    free(mixed);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), d = size(argc, argv, 2);
    float (*x)[d] = floats((size_t)n * d, 1), (*out)[d] = floats((size_t)n * d, 2);
    float (*wq)[d] = floats((size_t)d * d, 3), (*wk)[d] = floats((size_t)d * d, 4), (*wv)[d] = floats((size_t)d * d, 5);
    layer(n, d, (const void *)x, (const void *)wq, (const void *)wk, (const void *)wv, out);
    show("out", out, sizeof(float) * n * d);
    free(x);
    free(out);
    free(wq);
    free(wk);
    free(wv);
    return 0;
}
