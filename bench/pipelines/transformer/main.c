/* A layer of a transformer: norm, queries, keys and values, attention, and what came in added again. */
#include "program.h"
#include <math.h>

static void layer_norm(int n, int d, float in[n][d], float out[n][d])
{
    for (int i = 0; i < n; i++) {
        float mean = 0, var = 0;
        for (int k = 0; k < d; k++)
            mean += in[i][k];
        mean /= d;
        for (int k = 0; k < d; k++)
            var += (in[i][k] - mean) * (in[i][k] - mean);
        float scale = 1 / sqrtf(var / d + 1e-5f);
        for (int k = 0; k < d; k++)
            out[i][k] = (in[i][k] - mean) * scale;
    }
}

static void project(int n, int d, float in[n][d], float weights[d][d], float out[n][d])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++) {
            float sum = 0;
            for (int k = 0; k < d; k++)
                sum += in[i][k] * weights[j][k];
            out[i][j] = sum;
        }
}

static void scores(int n, int d, float q[n][d], float k[n][d], float s[n][n])
{
    float scale = 1 / sqrtf(d);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int c = 0; c < d; c++)
                sum += q[i][c] * k[j][c];
            s[i][j] = sum * scale;
        }
}

static void softmax(int n, float s[n][n])
{
    for (int i = 0; i < n; i++) {
        float most = s[i][0], sum = 0;
        for (int j = 1; j < n; j++)
            if (s[i][j] > most)
                most = s[i][j];
        for (int j = 0; j < n; j++) {
            s[i][j] = expf(s[i][j] - most);
            sum += s[i][j];
        }
        for (int j = 0; j < n; j++)
            s[i][j] /= sum;
    }
}

static void weigh(int n, int d, float s[n][n], float v[n][d], float out[n][d])
{
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < d; c++)
            out[i][c] = 0;
        for (int j = 0; j < n; j++)
            for (int c = 0; c < d; c++)
                out[i][c] += s[i][j] * v[j][c];
    }
}

static void add(int n, int d, float a[n][d], float b[n][d], float out[n][d])
{
    for (int i = 0; i < n; i++)
        for (int c = 0; c < d; c++)
            out[i][c] = a[i][c] + b[i][c];
}

static int layer(int n, int d, float x[n][d], float wq[d][d], float wk[d][d], float wv[d][d], float out[n][d])
{
    float (*norm)[d] = malloc(sizeof(float[n][d]));
    float (*q)[d] = malloc(sizeof(float[n][d]));
    float (*k)[d] = malloc(sizeof(float[n][d]));
    float (*v)[d] = malloc(sizeof(float[n][d]));
    float (*s)[n] = malloc(sizeof(float[n][n]));
    float (*mixed)[d] = malloc(sizeof(float[n][d]));
    if (!norm || !q || !k || !v || !s || !mixed)
        return -1;
    layer_norm(n, d, x, norm);
    project(n, d, norm, wq, q);
    project(n, d, norm, wk, k);
    project(n, d, norm, wv, v);
    scores(n, d, q, k, s);
    softmax(n, s);
    weigh(n, d, s, v, mixed);
    add(n, d, x, mixed, out);
    free(norm);
    free(q);
    free(k);
    free(v);
    free(s);
    free(mixed);
    return 0;
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1), d = size(argc, argv, 2);
    float (*x)[d] = floats((size_t)n * d, 1), (*out)[d] = floats((size_t)n * d, 2);
    float (*wq)[d] = floats((size_t)d * d, 3), (*wk)[d] = floats((size_t)d * d, 4), (*wv)[d] = floats((size_t)d * d, 5);
    if (layer(n, d, x, wq, wk, wv, out))
        return 1;
    show("out", out, sizeof(float) * n * d);
    free(x);
    free(out);
    free(wq);
    free(wk);
    free(wv);
    return 0;
}
