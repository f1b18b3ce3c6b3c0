// expect: expanded sum
// expect: expanded total
/* Innermost loops that go down the columns of arrays, and along rows in another order. `turned` goes down one of two whatever its order,
   `short_rows` has little to go through, `largest` looks for the first of several, and `walked` leaves its counter behind. */
#include "bits.h"

/* A product of matrices, cell by cell. */
static void product(int n, double a[restrict n][n], double b[restrict n][n], double c[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = 0;
    for (long t = 0; t < (long)n; t += 128) {
        int last = n - 1 < t + 127 ? n - 1 : t + 127;
        for (int i = 0; i < n; i++)
            for (int k = t; k <= last; k++)
                for (int j = 0; j < n; j++)
                    c[i][j] += a[i][k] * b[k][j];
    }
}

/* polycc: `summed_apart` is `summed` for memory that doesn't overlap */
static void summed_apart(int n, double a[n][n], double b[n][n], double c[n][n])
{
    int i, j, k;
    {
        /* polycc: sum[i % 512], versions by j; 512 cells */
        double sum[512];
        for (i = 0; i < n; i++) {
            for (long t = 0; t < (long)n; t += 512) {
                int last = n - 1 < t + 511 ? n - 1 : t + 511;
                for (j = t; j <= last; j++)
                    sum[j - t] = 0;
                for (k = 0; k < n; k++)
                    for (j = t; j <= last; j++)
                        sum[j - t] += a[i][k] * b[k][j];
                for (j = t; j <= last; j++)
                    c[i][j] = sum[j - t];
            }
        }
    }
}

/* The same with a variable that adds up, and pointers that may overlap. */
static void summed(int n, double a[n][n], double b[n][n], double c[n][n])
{
    /* polycc: `summed_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(a + (long)n) <= (const char *)c || (const char *)(c + (long)n) <= (const char *)a) && ((const char *)(b + (long)n) <= (const char *)c || (const char *)(c + (long)n) <= (const char *)b), 1)) {
        summed_apart(n, a, b, c);
        return;
    }
    int i, j, k;
    for (i = 0; i < n; i++)
        for (j = 0; j < n; j++) {
            double sum = 0;
            for (k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
}

/* The columns of a table: their means, and what is left without them. */
static void centred(int rows, int columns, float x[restrict rows][columns], float mean[restrict columns])
{
    {
        /* polycc: total[i % 512], versions by j; 512 cells */
        float total[512];
        for (long t = 0; t < (long)columns; t += 512) {
            int last = columns - 1 < t + 511 ? columns - 1 : t + 511;
            for (int j = t; j <= last; j++)
                total[j - t] = 0;
            for (int i = 0; i < rows; i++)
                for (int j = t; j <= last; j++)
                    total[j - t] += x[i][j];
            for (int j = t; j <= last; j++)
                mean[j] = total[j - t] / rows;
            for (int i = 0; i < rows; i++)
                for (int j = t; j <= last; j++)
                    x[i][j] -= mean[j];
        }
    }
}

/* polycc: `columns_first_apart` is `columns_first` for sizes as they should be, in memory that doesn't overlap */
static void columns_first_apart(int h, int w, const unsigned char *restrict in, unsigned char *restrict out)
{
    for (int y = 0; y < h; y++) {
        if (y < h - 1 && y >= 1) {
            for (int x = 0; x < w; x++) {
                int all = 0;
                for (int d = -1; d < 2; d++)
                    all += in[(y + d) * w + x];
                out[y * w + x] = all / 3;
            }
        }
        else
            for (int x = 0; x < w; x++) {
                int all = 0;
                for (int d = -1; d < 2; d++)
                    all += in[(y + d < 0 ? 0 : (y + d >= h ? h - 1 : y + d)) * w + x];
                out[y * w + x] = all / 3;
            }
    }
}

/* An image column by column, each pixel with its neighbours. */
static void columns_first(int h, int w, const unsigned char *restrict in, unsigned char *restrict out)
{
    /* polycc: `columns_first_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((long)w >= 16) {
        columns_first_apart(h, w, in, out);
        return;
    }
    for (int x = 0; x < w; x++)
        for (int y = 0; y < h; y++) {
            int all = 0;
            for (int d = -1; d <= 1; d++)
                all += in[(y + d < 0 ? 0 : y + d >= h ? h - 1 : y + d) * w + x];
            out[y * w + x] = all / 3;
        }
}

static void turned(int n, double a[restrict n][n], double b[restrict n][n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            b[j][i] = a[i][j];
}

static void short_rows(int n, double x[restrict n][4], double s[restrict 4])
{
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < n; i++)
            s[j] += x[i][j];
}

static double largest(int n, double a[restrict n][n])
{
    double most = -1e9;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            if (a[i][j] > most)
                most = a[i][j] + 1e-3 * j;
    return most;
}

static int walked(int n, double a[restrict n][n])
{
    int i, j;
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++)
            a[i][j] = a[i][j] * 0.5 + 1;
    return 1000 * i + j;
}

static void run(int n)
{
    double(*a)[n] = (void *)data_f64(n * n, 1), (*b)[n] = (void *)data_f64(n * n, 2), (*c)[n] = (void *)data_f64(n * n, 3);
    double s[4] = {0};
    product(n, a, b, c);
    show("product", c, n * n, sizeof(double));
    summed(n, b, a, c);
    show("summed", c, n * n, sizeof(double));
    summed(n, c, b, c);
    show("in place", c, n * n, sizeof(double));
    turned(n, c, a);
    double most = largest(n, a);
    int left = walked(n, a);
    show("turned", a, n * n, sizeof(double));
    show("largest", &most, 1, sizeof(double));
    show("walked", &left, 1, sizeof(int));
    if (n >= 4)
        short_rows(n * n / 4, (void *)a, s);
    show("short", s, 4, sizeof(double));
    free(a);
    free(b);
    free(c);
}

static void run_table(int rows, int columns)
{
    float(*x)[columns] = (void *)data_f32(rows * columns, 4), mean[columns];
    unsigned char *in = malloc(rows * columns), *out = malloc(rows * columns);
    for (int i = 0; i < rows * columns; i++)
        in[i] = x[i / columns][i % columns] * 255;
    centred(rows, columns, x, mean);
    show("centred", x, rows * columns, sizeof(float));
    show("mean", mean, columns, sizeof(float));
    columns_first(rows, columns, in, out);
    show("columns first", out, rows * columns, 1);
    free(x);
    free(in);
    free(out);
}

int main(void)
{
    run(1);
    run(5);
    run(70);
    run_table(1, 1);
    run_table(3, 600);
    run_table(40, 33);
    run_table(7, 1100);
    return 0;
}
