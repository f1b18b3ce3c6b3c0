/* Neighbours that only the border lacks: conditions of all forms, away from which nothing is asked. */
#include "bits.h"

static void laplace(int h, int w, const double *u, double *v)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double sum = -4 * u[y * w + x];
            if (y > 0)
                sum += u[(y - 1) * w + x];
            if (y < h - 1)
                sum += u[(y + 1) * w + x];
            sum += x != 0 ? u[y * w + x - 1] : 0.5;
            /* at the right border it is the cell itself */
            sum += u[y * w + (x + 1 < w ? x + 1 : x)];
            v[y * w + x] = sum;
        }
}

static void average(int n, double (*u)[n], double (*v)[n])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
                v[i][j] = u[i][j];
            else
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

static void edges(int h, int w, const float *in, float *out)
{
    int i, j;
    for (i = 0; i < h; ++i) {
        for (j = 0; j < w; ++j) {
            if (!i || i > h - 2 || j < 2 || j >= w - 2) {
                out[i * w + j] = 0;
                continue;
            }
            float across = in[i * w + j + 2] - in[i * w + j - 2], down = in[(i + 1) * w + j] - in[(i - 1) * w + j];
            out[i * w + j] = across * across + down * down;
        }
    }
}

static void every_second(int n, const int *x, int *y)
{
    for (int i = 0; i < n; i += 2) {
        int sum = 2 * x[i];
        if (i > 0) sum += x[i - 1];
        if (i <= n - 2) { sum += x[i + 1]; }
        y[i / 2] = sum;
    }
}

static void run(int h, int w)
{
    double *u = data_f64((long)h * w, 3), *v = block((long)h * w, sizeof *v);
    float *in = data_f32((long)h * w, 5), *out = block((long)h * w, sizeof *out);
    int *x = data_i32(w, 7, 50), *y = block(w, sizeof *y);
    laplace(h, w, u, v);
    show("v", v, h * w, sizeof *v);
    int n = h < w ? h : w;
    average(n, (double (*)[n])u, (double (*)[n])v);
    show("v", v, n * n, sizeof *v);
    edges(h, w, in, out);
    show("out", out, h * w, sizeof *out);
    every_second(w, x, y);
    show("y", y, w, sizeof *y);
    free(u);
    free(v);
    free(in);
    free(out);
    free(x);
    free(y);
}

int main(void)
{
    static const int sizes[][2] = {{0, 0}, {1, 1}, {1, 4}, {2, 2}, {3, 2}, {5, 5}, {4, 9}, {33, 70}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        run(sizes[k][0], sizes[k][1]);
    return 0;
}
