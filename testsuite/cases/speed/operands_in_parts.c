// polycc: --optimize speed
// expect: contracted c
/* Products of matrices of any size: for each row of the result all of `b` is read, so it is read in parts. `triangle` overwrites
   an operand, row by row. `weighed` adds up numbers as its innermost loop, which takes longer than memory. `chained` keeps a row
   of the first product instead. */
#include "bits.h"

static void product(int n, int m, const double a[restrict n][m], const double b[restrict m][n], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] *= 0.5;
            for (int k = 0; k < m; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

static void triangle(int n, int m, const double a[restrict n][n], double b[restrict n][m])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            for (int k = i + 1; k < n; k++)
                b[i][j] += a[k][i] * b[k][j];
            b[i][j] *= 1.5;
        }
}

static void weighed(int n, int m, const float *restrict x, const float *restrict weight, float *restrict y)
{
    for (int s = 0; s < n; s++)
        for (int o = 0; o < m; o++) {
            float sum = 0;
            for (int i = 0; i < m; i++)
                sum += x[s * m + i] * weight[o * m + i];
            y[s * m + o] = sum;
        }
}

static void chained(int n, const double a[restrict n][n], const double b[restrict n][n], double d[restrict n][n])
{
    double(*c)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            d[i][j] += c[i][j];
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
