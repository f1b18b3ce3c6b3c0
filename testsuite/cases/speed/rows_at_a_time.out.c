// polycc: --optimize speed
/* Sums that wait for each of their additions, while no loop around them goes along rows: those of four rows grow at a time; where a row has parts
   that others haven't, or needs the rows before, it gets these by itself behind what all of them have. Rows that begin with such parts, sums that
   need the last one at once, and sums of a few parts, a known number, stay; so do integers, which don't wait. */
#include "bits.h"

static void product(int m, int n, const double *restrict a, const double *restrict x, double *restrict y)
{
    {
        /* polycc: sum[i % 3], versions by i; 3 cells */
        double sum[3];
        for (long t = 0; t < (long)m; t += 3) {
            if (t < m - 2) {
                sum[0] = 0;
                sum[1] = 0;
                sum[2] = 0;
                for (int j = 0; j < n; j++) {
                    sum[0] += a[t * n + j] * x[j];
                    sum[1] += a[(t + 1) * n + j] * x[j];
                    sum[2] += a[(t + 2) * n + j] * x[j];
                }
                y[t] = sum[0];
                y[t + 1] = sum[1];
                y[t + 2] = sum[2];
            }
            else
                for (int i = t; i < m; i++) {
                    sum[i - t] = 0;
                    for (int j = 0; j < n; j++)
                        sum[i - t] += a[i * n + j] * x[j];
                    y[i] = sum[i - t];
                }
        }
    }
}

static void layer(int m, int n, float weight[restrict m][n], const float *restrict x, const float *restrict bias, float *restrict y)
{
    {
        /* polycc: in[i % 3], versions by i; 3 cells */
        float in[3];
        /* polycc: norm[i % 3], versions by i; 3 cells */
        float norm[3];
        for (long t = 0; t < (long)m; t += 3) {
            if (t < m - 2) {
                in[0] = bias[t];
                norm[0] = 0;
                in[1] = bias[t + 1];
                norm[1] = 0;
                in[2] = bias[t + 2];
                norm[2] = 0;
                for (int j = 0; j < n; j++) {
                    float w = weight[t][j];
                    in[0] += w * x[j];
                    norm[0] += w * w;
                    w = weight[t + 1][j];
                    in[1] += w * x[j];
                    norm[1] += w * w;
                    w = weight[t + 2][j];
                    in[2] += w * x[j];
                    norm[2] += w * w;
                }
                y[t] = in[0] > 0 ? in[0] / (1 + norm[0]) : 0;
                y[t + 1] = in[1] > 0 ? in[1] / (1 + norm[1]) : 0;
                y[t + 2] = in[2] > 0 ? in[2] / (1 + norm[2]) : 0;
            }
            else
                for (int i = t; i < m; i++) {
                    in[i - t] = bias[i];
                    norm[i - t] = 0;
                    for (int j = 0; j < n; j++) {
                        float w = weight[i][j];
                        in[i - t] += w * x[j];
                        norm[i - t] += w * w;
                    }
                    y[i] = in[i - t] > 0 ? in[i - t] / (1 + norm[i - t]) : 0;
                }
        }
    }
}

static void table_of_products(int m, int n, double a[restrict m][n], double c[restrict m][m])
{
    for (int i = 0; i < m; i++)
        for (long t = 0; t <= i; t += 3) {
            if (t < i - 1) {
                c[i][t] = 0;
                c[i][t + 1] = 0;
                c[i][t + 2] = 0;
                for (int k = 0; k < n; k++) {
                    c[i][t] += a[i][k] * a[t][k];
                    c[i][t + 1] += a[i][k] * a[t + 1][k];
                    c[i][t + 2] += a[i][k] * a[t + 2][k];
                }
            }
            else
                for (int j = t; j <= i; j++) {
                    c[i][j] = 0;
                    for (int k = 0; k < n; k++)
                        c[i][j] += a[i][k] * a[j][k];
                }
        }
}

static void column_of_a_factor(int n, double a[restrict n][n])
{
    for (int j = 0; j < n - 1; j++)
        for (long t = j + 1; t < (long)n; t += 3) {
            if (t < n - 2) {
                for (int k = 0; k < j; k++) {
                    a[t][j] -= a[t][k] * a[j][k];
                    a[t + 1][j] -= a[t + 1][k] * a[j][k];
                    a[t + 2][j] -= a[t + 2][k] * a[j][k];
                }
                a[t][j] /= a[j][j] + n;
                a[t + 1][j] /= a[j][j] + n;
                a[t + 2][j] /= a[j][j] + n;
            }
            else
                for (int i = t; i < n; i++) {
                    for (int k = 0; k < j; k++)
                        a[i][j] -= a[i][k] * a[j][k];
                    a[i][j] /= a[j][j] + n;
                }
        }
}

static void solved(int n, double a[restrict n][n], double *restrict x)
{
    {
        /* polycc: sum[i % 3], versions by i; 3 cells */
        double sum[3];
        for (long t = 1; t < (long)n; t += 3) {
            if (t < n - 2) {
                sum[0] = x[t];
                sum[1] = x[t + 1];
                sum[2] = x[t + 2];
                for (int j = 0; j < t; j++) {
                    sum[0] -= a[t][j] * x[j];
                    sum[1] -= a[t + 1][j] * x[j];
                    sum[2] -= a[t + 2][j] * x[j];
                }
                for (int i = t; i <= t + 2; i++) {
                    for (int j = t; j < i; j++)
                        sum[i - t] -= a[i][j] * x[j];
                    x[i] = sum[i - t] / (a[i][i] + n);
                }
            }
            else
                for (int i = t; i < n; i++) {
                    sum[i - t] = x[i];
                    for (int j = 0; j < i; j++)
                        sum[i - t] -= a[i][j] * x[j];
                    x[i] = sum[i - t] / (a[i][i] + n);
                }
        }
    }
}

static void lower(int n, double a[restrict n][n], const double *restrict x, double *restrict y)
{
    {
        /* polycc: sum[i % 3], versions by i; 3 cells */
        double sum[3];
        for (long t = 0; t < (long)n; t += 3) {
            if (t < n - 2) {
                sum[0] = 0;
                sum[1] = 0;
                sum[2] = 0;
                for (int j = 0; j <= t; j++) {
                    sum[0] += a[t][j] * x[j];
                    sum[1] += a[t + 1][j] * x[j];
                    sum[2] += a[t + 2][j] * x[j];
                }
                for (int i = t; i <= t + 2; i++) {
                    for (int j = t + 1; j <= i; j++)
                        sum[i - t] += a[i][j] * x[j];
                    y[i] = sum[i - t];
                }
            }
            else
                for (int i = t; i < n; i++) {
                    sum[i - t] = 0;
                    for (int j = 0; j <= i; j++)
                        sum[i - t] += a[i][j] * x[j];
                    y[i] = sum[i - t];
                }
        }
    }
}

static void upper(int n, double a[restrict n][n], const double *restrict x, double *restrict y)
{
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = i; j < n; j++)
            sum += a[i][j] * x[j];
        y[i] = sum;
    }
}

static void recursive(int n, int taps, const double *restrict weight, double *restrict y)
{
    for (int i = taps; i < n; i++) {
        double sum = y[i];
        for (int k = 1; k <= taps; k++)
            sum -= weight[k] * y[i - k] / taps;
        y[i] = sum;
    }
}

static void rows_of_a_factor(int n, double a[restrict n][n])
{
    {
        /* polycc: sum[i % 3], versions by j; 3 cells */
        double sum[3];
        for (int i = 1; i < n; i++) {
            for (long t = 0; t < i; t += 3) {
                if (t < i - 2) {
                    sum[0] = a[i][t];
                    sum[1] = a[i][t + 1];
                    sum[2] = a[i][t + 2];
                    for (int k = 0; k < t; k++) {
                        sum[0] -= a[i][k] * a[t][k];
                        sum[1] -= a[i][k] * a[t + 1][k];
                        sum[2] -= a[i][k] * a[t + 2][k];
                    }
                    for (int j = t; j <= t + 2; j++) {
                        for (int k = t; k < j; k++)
                            sum[j - t] -= a[i][k] * a[j][k];
                        a[i][j] = sum[j - t] / (a[j][j] + n);
                    }
                }
                else
                    for (int j = t; j < i; j++) {
                        sum[j - t] = a[i][j];
                        for (int k = 0; k < j; k++)
                            sum[j - t] -= a[i][k] * a[j][k];
                        a[i][j] = sum[j - t] / (a[j][j] + n);
                    }
            }
        }
    }
}

static void grays(int n, float colour[restrict n][3], float *restrict gray)
{
    for (int i = 0; i < n; i++) {
        float sum = 0;
        for (int c = 0; c < 3; c++)
            sum += colour[i][c] / 3;
        gray[i] = sum;
    }
}

static void counted(int m, int n, int a[restrict m][n], int *restrict y)
{
    for (int i = 0; i < m; i++) {
        int sum = 0;
        for (int j = 0; j < n; j++)
            sum += a[i][j];
        y[i] = sum;
    }
}

int main(void)
{
    for (int m = 1; m <= 13; m++) {
        int n = 14 - m;
        double *a = data_f64(200, 1), *x = data_f64(20, 2), *y = block(20, sizeof *y), *c = block(200, sizeof *c);
        float *weight = data_f32(200, 3), *in = data_f32(20, 4), *bias = data_f32(20, 5), *out = block(20, sizeof *out);
        int number[200], *counts = block(20, sizeof *counts);
        for (int i = 0; i < 200; i++)
            number[i] = i * 7 % 11;
        product(m, n, a, x, y);
        show("product", y, 20, sizeof *y);
        layer(m, n, (float (*)[n])weight, in, bias, out);
        show("layer", out, 20, sizeof *out);
        table_of_products(m, n, (double (*)[n])a, (double (*)[m])c);
        show("table_of_products", c, 200, sizeof *c);
        column_of_a_factor(m, (double (*)[m])a);
        show("column_of_a_factor", a, 200, sizeof *a);
        solved(m, (double (*)[m])a, x);
        lower(m, (double (*)[m])a, x, y);
        show("solved", x, 20, sizeof *x);
        show("lower", y, 20, sizeof *y);
        upper(m, (double (*)[m])a, x, y);
        recursive(20, m, x, y);
        show("recursive", y, 20, sizeof *y);
        rows_of_a_factor(m, (double (*)[m])a);
        show("rows_of_a_factor", a, 200, sizeof *a);
        grays(m, (float (*)[3])weight, out);
        show("grays", out, 20, sizeof *out);
        counted(m, n, (int (*)[n])number, counts);
        show("counted", counts, 20, sizeof *counts);
        free(a), free(x), free(y), free(c), free(weight), free(in), free(bias), free(out), free(counts);
    }
    return 0;
}
