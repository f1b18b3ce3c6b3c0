// polycc: --optimize speed
// expect: contracted tmp
// expect: scalarized t
/* Headers with more than one counter, with other values, and with several targets of one assignment. */
#include "bits.h"

static int blur(int h, int w, float (*restrict in)[w], float (*restrict out)[w])
{
    /* polycc: tmp[i][j] -> tmp[i % 3][j]; 3 * w cells instead of h * w */
    float (*tmp)[w] = malloc(sizeof(float[3][w]));
    int i, j, k, l = 0;
    {
        k = h - 1;
        float *tmp_0 = tmp[0], *tmp_1 = tmp[2], *tmp_2 = tmp[1];
        for (i = 0; i < h; i++) {
            for (j = 1; j < w - 1; j++)
                tmp_0[j] = 0.25f * in[h - i - 1][j - 1] + 0.5f * in[h - i - 1][j] + 0.25f * in[h - i - 1][j + 1] * (float)k;
            k--;
            if (i >= 2) {
                l = 1;
                for (j = 1; j < w - 1; j++)
                    out[i - 1][j] = 0.25f * tmp_2[j] + 0.5f * tmp_1[j] + 0.25f * tmp_0[j];
            }
            float *tmp_next = tmp_2;
            tmp_2 = tmp_1, tmp_1 = tmp_0, tmp_0 = tmp_next;
        }
    }
    free(tmp);
    return k + l;
}

static double mirrored(int n, const double *restrict x, double *restrict y, int *restrict last)
{
    /* polycc: t[i] -> t; 1 cell instead of (n + 1) */
    double t = 0, sum, square;
    int i, j;
    for (i = 0, j = n - 1, sum = 0; i < n; i++, j--) {
        t = x[i] * 2;
        y[j] = t + j;
        sum += y[j];
    }
    for (int a = 0, b = n - 1; a < b; a++, b--)
        y[a] -= y[b];
    for (i = 0, sum = square = 0; i < n; ++i)
        sum += y[i], square += y[i] * sum;
    *last = j;
    return sum + square;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {4, 6}, {5, 5}, {9, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1], last;
        float *in = data_f32(h * w, 201), *out = data_f32(h * w, 202);
        double *x = data_f64(w, 3), *y = data_f64(w, 4);
        int end = blur(h, w, (void *)in, (void *)out);
        show("end", &end, 1, sizeof end);
        show("out", out, h * w, sizeof *out);
        double sum = mirrored(w, x, y, &last);
        show("y", y, w, sizeof *y);
        show("sum", &sum, 1, sizeof sum);
        show("last", &last, 1, sizeof last);
        free(in);
        free(out);
        free(x);
        free(y);
    }
    return 0;
}
