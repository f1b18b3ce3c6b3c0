// expect: contracted t
/* Borders clamped by statements: behind them the variable has one value of several. */
#include "bits.h"

static void blur(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: t[i * w + j] -> t[(i % 5) * w + j]; 5 * w cells instead of h * w */
    double *t = malloc(sizeof(double) * 5 * w);
    for (int y = 0; y < 2 && y < h; y++) {
        double *t_0 = &t[(y % 5) * w];
        for (int x = 0; x < w && x < 1; x++)
            t_0[x] = in[y * w + (x - 1 < 0 ? 0 : x - 1)] + in[y * w + (x + 1 >= w ? w - 1 : x + 1)];
        for (int x = 1; x < w - 1; x++)
            t_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
        for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++)
            t_0[x] = in[y * w + (x - 1 < 0 ? 0 : x - 1)] + in[y * w + (x + 1 >= w ? w - 1 : x + 1)];
    }
    for (int y = 2; y <= h + 1; y++) {
        if (y < h) {
            double *t_0 = &t[(y % 5) * w];
            for (int x = 0; x < w && x < 1; x++)
                t_0[x] = in[y * w + (x - 1 < 0 ? 0 : x - 1)] + in[y * w + (x + 1 >= w ? w - 1 : x + 1)];
            for (int x = 1; x < w - 1; x++)
                t_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
            for (int x = 1 > w - 1 ? 1 : w - 1; x < w; x++)
                t_0[x] = in[y * w + (x - 1 < 0 ? 0 : x - 1)] + in[y * w + (x + 1 >= w ? w - 1 : x + 1)];
        }
        if (y >= 4 && y < h) {
            const double *t_rows[5] = {&t[((y - 4) % 5) * w], &t[((y - 3) % 5) * w], &t[((y - 2) % 5) * w], &t[((y - 1) % 5) * w], &t[(y % 5) * w]};
            for (int x = 0; x < w; x++) {
                double sum = 0;
                for (int k = -2; k < 3; k++)
                    sum += t_rows[k + 2][x];
                out[(y - 2) * w + x] = sum;
            }
        }
        else
            for (int x = 0; x < w; x++) {
                double sum = 0;
                for (int k = -2; k < 3; k++)
                    sum += t[(((y - 2 + k < 0 ? 0 : y - 2 + k) >= h ? h - 1 : (y - 2 + k < 0 ? 0 : y + k - 2)) % 5) * w + x];
                out[(y - 2) * w + x] = sum;
            }
    }
    free(t);
}

/* looked at as a number, too */
static double weighed(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    double *t = malloc(sizeof(double) * 2 * w);
    double last = 0;
    for (int y = 0; y < h; y++) {
        double *t_0 = &t[(y % 2) * w];
        double *t_row = &t[((y - 1 < 0 ? 0 : y - 1) % 2) * w];
        for (int x = 0; x < w; x++)
            t_0[x] = 2 * in[y * w + x];
        for (int x = 0; x < w; x++) {
            int yy = y - 1;
            if (y == 0)
                yy = 0;
            out[y * w + x] = t_row[x] * yy;
            last = last * 0.5 + yy;
        }
    }
    free(t);
    return last;
}

/* one of two rows by a pointer */
static void neighbours(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: t[i * (long)w + j] -> t[(i % 3) * (long)w + j]; 3 * w cells instead of h * w */
    double *t = malloc(sizeof(double) * 3 * w);
    if (h >= 1)
        for (int y = 0; y <= h; y++) {
            if (y < h) {
                double *t_0 = &t[(y % 3) * (long)w];
                for (int x = 0; x < w; x++)
                    t_0[x] = 2 * in[y * w + x];
            }
            if (y >= 1) {
                const double *t_row = &t[((y + (y - 1 < h - 1 ? 1 : 0) - 1) % 3) * (long)w];
                const double *t_row1 = &t[((y - (y - 1 > 0 ? 1 : 0) - 1) % 3) * (long)w];
                for (int x = 0; x < w; x++)
                    out[(y - 1) * w + x] = t_row1[x] - t_row[x];
            }
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
