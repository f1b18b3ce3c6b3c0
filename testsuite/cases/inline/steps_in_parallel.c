/* Steps in time of which each is a parallel loop, and another one that copies what it has computed: threads run both for some rows at a
   time, with a few rows of their own, and what the rows of others need waits until all are done. */
#include "bits.h"


/* pointers change places */
static void heat(int n, int steps, double *out)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = v[i * n + j] = (3 * i + 5 * j) % 11;
    for (int t = 0; t < steps; t++) {
        #pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        double *w = u;
        u = v;
        v = w;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i * n + j];
    free(u);
    free(v);
}

/* two rows at either end of a chunk wait; the counters are the function's, and the second loop has fewer rows */
static int smooth(int h, int w, int steps, const float *in, float *out)
{
    int i, j;
    float(*a)[w] = malloc(h * sizeof *a);
    float(*b)[w] = malloc(h * sizeof *b);
    if (a == NULL || b == NULL)
        return 1;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            a[i][j] = in[i * w + j];
    for (int t = 0; t < steps; t++) {
#pragma omp parallel for private(j) schedule(static, 4)
        for (i = 2; i <= h - 3; i++) {
            for (j = 0; j < w; j++) {
                b[i][j] = (a[i - 2][j] + a[i - 1][j] + a[i + 1][j] + a[i + 2][j]) / 4;
            }
        }
#pragma omp parallel for private(j) schedule(static, 4)
        for (i = 3; i < h - 3; i++) {
            for (j = 0; j < w; j++) {
                a[i][j] = a[i][j] / 2 + b[i][j] / 2;
            }
        }
    }
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            out[i * w + j] = a[i][j];
    free(a);
    free(b);
    return 0;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 17, 64, 66, 67, 68, 130, 150};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        for (int steps = 0; steps < 4; steps++) {
            double *out = data_f64(n * n, 1);
            heat(n, steps, out);
            show("heat", out, n * n, sizeof *out);
            float *in = data_f32(n * 7, 2), *smoothed = data_f32(n * 7, 3);
            smooth(n, 7, steps, in, smoothed);
            show("smooth", smoothed, n * 7, sizeof *smoothed);
            free(out);
            free(in);
            free(smoothed);
        }
    }
    return 0;
}
