// polycc: --optimize speed
// expect: contracted c
/* Products of matrices of any size: for each row of the result all of `b` is read, so it is read in parts. `triangle` overwrites
   an operand, row by row. `weighed` adds up numbers as its innermost loop, which takes longer than memory. `chained` keeps a row
   of the first product instead. */
#include "bits.h"

static void product(int n, int m, const double a[restrict n][m], const double b[restrict m][n], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] *= 0.5;
    for (long t = 0; t < (long)m; t += 128) {
        int last = m - 1 < t + 127 ? m - 1 : t + 127;
        for (int i = 0; i < n; i++)
            for (int k = t; k <= last; k++)
                for (int j = 0; j < n; j++)
                    c[i][j] += a[i][k] * b[k][j];
    }
}

static void triangle(int n, int m, const double a[restrict n][n], double b[restrict n][m])
{
    for (long t = 0; t < (long)n; t += 128) {
        int last = n - 1 < t + 127 ? n - 1 : t + 127;
        for (int i = 0; i <= (n - 2 < t + 126 ? n - 2 : t + 126); i++)
            for (int k = t > i + 1 ? t : i + 1; k <= last; k++)
                for (int j = 0; j < m; j++)
                    b[i][j] += a[k][i] * b[k][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] *= 1.5;
}

static void weighed(int n, int m, const float *restrict x, const float *restrict weight, float *restrict y)
{
    {
        /* polycc: sum[i % 3], versions by o; 3 cells */
        float sum[3];
        for (int s = 0; s < n; s++) {
            for (long t = 0; t < (long)m; t += 3) {
                if (t < m - 2) {
                    sum[0] = 0;
                    sum[1] = 0;
                    sum[2] = 0;
                    for (int i = 0; i < m; i++) {
                        sum[0] += x[s * m + i] * weight[t * m + i];
                        sum[1] += x[s * m + i] * weight[(t + 1) * m + i];
                        sum[2] += x[s * m + i] * weight[(t + 2) * m + i];
                    }
                    y[s * m + t] = sum[0];
                    y[s * m + t + 1] = sum[1];
                    y[s * m + t + 2] = sum[2];
                }
                else
                    for (int o = t; o < m; o++) {
                        sum[o - t] = 0;
                        for (int i = 0; i < m; i++)
                            sum[o - t] += x[s * m + i] * weight[o * m + i];
                        y[s * m + o] = sum[o - t];
                    }
            }
        }
    }
}

static void chained(int n, const double a[restrict n][n], const double b[restrict n][n], double d[restrict n][n])
{
    /* polycc: c[i][j] -> c[j]; n cells instead of n * n */
    double*c = malloc(sizeof(double[n]));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            c[j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[j] += a[i][k] * b[k][j];
        for (int j = 0; j < n; j++)
            d[i][j] += c[j];
    }
    free(c);
}

static void run(int n, int m)
{
    double(*a)[m] = (void *)data_f64(n * m, 1), (*b)[n] = (void *)data_f64(m * n, 2);
    double(*c)[n] = (void *)data_f64(n * n, 3), (*d)[n] = (void *)data_f64(n * n, 4), (*e)[n] = (void *)data_f64(n * n, 8);
    float *x = data_f32(n * m, 5), *weight = data_f32(m * m, 6), *y = data_f32(n * m, 7);
    product(n, m, a, b, c);
    show("product", c, n * n, sizeof(double));
    triangle(n, m, c, a);
    show("triangle", a, n * m, sizeof(double));
    weighed(n, m, x, weight, y);
    show("weighed", y, n * m, sizeof(float));
    chained(n, c, d, e);
    show("chained", e, n * n, sizeof(double));
    free(a);
    free(b);
    free(c);
    free(d);
    free(e);
    free(x);
    free(weight);
    free(y);
}

int main(void)
{
    run(1, 1);
    run(5, 3);
    run(40, 130);
    run(7, 300);
    return 0;
}
