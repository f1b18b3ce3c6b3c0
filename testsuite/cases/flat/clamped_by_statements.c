// expect: contracted t
/* Borders clamped by statements: behind them the variable has one value of several. */
#include "bits.h"

static void blur(int w, int h, const double *restrict in, double *restrict out)
{
    double *t = malloc((size_t)w * h * sizeof *t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int left = x - 1, right = x + 1;
            if (left < 0)
                left = 0;
            if (right >= w) {
                right = w - 1;
            }
            t[y * w + x] = in[y * w + left] + in[y * w + right];
        }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double sum = 0;
            for (int k = -2; k <= 2; k++) {
                int yy = y + k;
                if (yy < 0) yy = 0;
                if (yy >= h) yy = h - 1;
                sum += t[yy * w + x];
            }
            out[y * w + x] = sum;
        }
    free(t);
}

/* looked at as a number, too */
static double weighed(int w, int h, const double *restrict in, double *restrict out)
{
    double *t = malloc((size_t)w * h * sizeof *t);
    double last = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int yy = y - 1;
            if (yy < 0)
                yy = 0;
            out[y * w + x] = t[yy * w + x] * yy;
            last = last * 0.5 + yy;
        }
    free(t);
    return last;
}

/* one of two rows by a pointer */
static void neighbours(int w, int h, const double *restrict in, double *restrict out)
{
    double *t = malloc((size_t)w * h * sizeof *t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        const double *up = y > 0 ? t + (y - 1) * w : t + y * w;
        const double *down = y < h - 1 ? t + (y + 1) * w : t + y * w;
        for (int x = 0; x < w; x++)
            out[y * w + x] = up[x] - down[x];
    }
    free(t);
}

int main(void)
{
    double *in = data_f64(144, 5), *out = data_f64(144, 6);
    for (int w = 1; w < 13; w++)
        for (int h = 1; h < 13; h += 1 + h / 3) {
            blur(w, h, in, out);
            show("blur", out, 144, sizeof *out);
            double last = weighed(w, h, in, out);
            show("weighed", out, 144, sizeof *out);
            show("last", &last, 1, sizeof last);
            neighbours(w, h, in, out);
            show("neighbours", out, 144, sizeof *out);
        }
    free(in);
    free(out);
    return 0;
}
