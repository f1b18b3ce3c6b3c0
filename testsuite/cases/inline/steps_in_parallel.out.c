/* Steps in time of which each is a parallel loop, and another one that copies what it has computed: threads run both for some rows at a
   time, with a few rows of their own, and what the rows of others need waits until all are done. */
#include "bits.h"


/* pointers change places */
static void heat(int n, int steps, double *out)
{
    double *u = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = (3 * i + 5 * j) % 11;
    for (int t = 0; t < steps; t++) {
        int chunks = n - 1 > 1 ? (n - 1 - 1) / 64 + 1 : 1;
        double *v_ends = malloc(2 * chunks * n * sizeof(double));
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            /* polycc: v_rows[i * n + j] -> v_rows[(i % 2) * n + j]; 2 * n cells instead of (n - 1) * n */
            double *v_rows = malloc(sizeof(double) * 2 * n);
            for (int i = chunk; i < n - 1 && i <= chunk + 1; i++) {
                double *v_rows_0 = &v_rows[(i % 2) * n];
                for (int j = 1; j < n - 1; j++)
                    v_rows_0[j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                if (i == chunk) {
                    const double *v_rows_01 = &v_rows[(chunk % 2) * n];
                    for (int j = 1; j < n - 1; j++)
                        v_ends[ends * n + j] = v_rows_01[j];
                }
            }
            for (int i = chunk + 2; i < n && i <= chunk + 63; i++) {
                double *v_rows_1 = &v_rows[((i - 1) % 2) * n];
                if (i < n - 1) {
                    double *v_rows_0 = &v_rows[(i % 2) * n];
                    for (int j = 1; j < n - 1; j++)
                        v_rows_0[j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                }
                for (int j = 1; j < n - 1; j++)
                    u[(i - 1) * n + j] = v_rows_1[j];
            }
            if (n >= chunk + 65) {
                const double *v_rows_row = &v_rows[((chunk + 63) % 2) * n];
                for (int j = 1; j < n - 1; j++)
                    v_ends[(ends + 1) * n + j] = v_rows_row[j];
            }
            free(v_rows);
        }
        #pragma omp parallel for
        for (int chunk = 1; chunk < n - 1; chunk += 64) {
            int ends = (chunk - 1) / 64 * 2;
            for (int i = chunk; i < chunk + 1 && i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    u[i * n + j] = v_ends[(i - chunk + ends) * n + j];
            for (int i = chunk + 63; i < chunk + 64 && i < n - 1; i++)
                for (int j = 1; j < n - 1; j++)
                    u[i * n + j] = v_ends[(i - chunk - 62 + ends) * n + j];
        }
        free(v_ends);
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i * n + j];
    free(u);
}

/* two rows at either end of a chunk wait; the counters are the function's, and the second loop has fewer rows */
static int smooth(int h, int w, int steps, const float *in, float *out)
{
    int i, j;
    float(*a)[w] = malloc(h * sizeof *a);
    if (a == NULL)
        return 1;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            a[i][j] = in[i * w + j];
    for (int t = 0; t < steps; t++) {
        int chunks = h - 3 > 2 ? (h - 3 - 2) / 64 + 1 : 1;
        float (*b_ends)[w] = malloc(4 * chunks * sizeof(float[w]));
        #pragma omp parallel for private(i, j)
        for (int chunk = 2; chunk <= h - 3; chunk += 64) {
            int ends = (chunk - 2) / 64 * 4;
            /* polycc: b_rows[i][j] -> b_rows[i % 3][j]; 3 * w cells instead of (h - 2) * w */
            float (*b_rows)[w] = malloc(sizeof(float[3][w]));
            for (i = chunk; i < h - 2 && i <= chunk + 63; i++) {
                float *b_rows_0 = b_rows[i % 3];
                for (j = 0; j < w; j++)
                    b_rows_0[j] = (a[i - 2][j] + a[i - 1][j] + a[i + 1][j] + a[i + 2][j]) / 4;
                if (i > chunk + 61) {
                    for (j = 0; j < w; j++)
                        b_ends[i + ends - chunk - 60][j] = b_rows_0[j];
                }
                else if (i <= chunk + 1)
                    for (j = 0; j < w; j++)
                        b_ends[i + ends - chunk][j] = b_rows_0[j];
                if (i >= 5 && i > chunk + 3) {
                    const float *b_rows_2 = b_rows[(i - 2) % 3];
                    for (j = 0; j < w; j++)
                        a[i - 2][j] = a[i - 2][j] / 2 + b_rows_2[j] / 2;
                }
            }
            if (h >= 7 && h >= chunk + 6 && chunk + 65 >= h) {
                const float *b_rows_4 = b_rows[(h - 4) % 3];
                for (j = 0; j < w; j++)
                    a[h - 4][j] = a[h - 4][j] / 2 + b_rows_4[j] / 2;
            }
            free(b_rows);
        }
        #pragma omp parallel for private(i, j)
        for (int chunk = 2; chunk <= h - 3; chunk += 64) {
            int ends = (chunk - 2) / 64 * 4;
            for (i = chunk > 3 ? chunk : 3; i < chunk + 2 && i < h - 3; i++) {
                for (j = 0; j < w; j++) {
                    a[i][j] = a[i][j] / 2 + b_ends[i - chunk + ends][j] / 2;
                }
            }
            for (i = chunk + 62 > 3 ? chunk + 62 : 3; i < chunk + 64 && i < h - 3; i++) {
                for (j = 0; j < w; j++) {
                    a[i][j] = a[i][j] / 2 + b_ends[i - chunk - 60 + ends][j] / 2;
                }
            }
        }
        free(b_ends);
    }
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++)
            out[i * w + j] = a[i][j];
    free(a);
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
