/* Variables that conditions set, of which more is done, or known, than of a border. */
#include "bits.h"

/* read as a number, and behind the loop */
static double as_numbers(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    int last = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        int yy = y - 2;
        if (yy < 0)
            yy = 0;
        else if (yy > 3)
            yy = 3;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[yy][x] * yy;
        last = yy;
    }
    free(t);
    return last;
}

/* a value from another turn */
static void from_before(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    int yy = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        if (y % 3 == 1)
            yy = y - 1;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[yy][x];
    }
    free(t);
}

/* from another block, with a declaration that says nothing */
static void from_elsewhere(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    int yy;
    for (int y = 0; y < h; y++) {
        yy = y;
        if (yy > 2)
            yy = 2;
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[yy * w + x];
    }
    for (int y = 0; y < h; y++) {
        if (y < 2)
            yy = 0;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y][x] + t[yy][x];
    }
    free(t);
}

/* mirrored, in a narrow type, and where a bound changes in between */
static void mirrored(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        int yy = y - 3;
        if (yy < 0)
            yy = -yy;
        if (yy >= h)
            yy = 0;
        unsigned char narrow = y;
        if (narrow > 1)
            narrow = 1;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[yy][x] + t[narrow][x];
    }
    free(t);
}

static void bound_that_changes(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    int n = h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        int yy = y + 1;
        if (yy >= n)
            yy = n - 1;
        n = h;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[yy][x];
        n = h - y % 2;
    }
    free(t);
}

/* decided by data, and with an effect */
static int by_data(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    int count = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        int yy = y, zz = y;
        if (in[y] > 0.5)
            yy = 0;
        if (count++ > 3)
            zz = 0;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[yy][x] + t[zz][x];
    }
    free(t);
    return count;
}

/* two at once, a jump, and an address */
static void others(int w, int h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (int y = 0; y < h; y++) {
        int a = y - 1, b = y + 1, c = y;
        int *p = &c;
        if (a < 0)
            a = 0, b = 0;
        if (b >= h)
            b = a;
        *p = a;
        if (c > 2)
            c = 2;
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[a][x] + t[b][x] + t[c][x];
    }
    free(t);
}

/* between two uses, and without wrapping around */
static void between(unsigned w, unsigned h, const double *restrict in, double *restrict out)
{
    double (*t)[w] = malloc(sizeof(double[h][w]));
    for (unsigned y = 0; y < h; y++)
        for (unsigned x = 0; x < w; x++)
            t[y][x] = 2 * in[y * w + x];
    for (unsigned y = 0; y < h; y++) {
        unsigned up = y - 1, down = y + 1;
        if (up > y)
            up = 0;
        for (unsigned x = 0; x < w; x++)
            out[y * w + x] = down < h ? t[down][x] : 0;
        if (down >= h)
            down = h - 1;
        for (unsigned x = 0; x < w; x++)
            out[y * w + x] += t[up][x] + t[down][x];
    }
    free(t);
}

int main(void)
{
    double *in = data_f64(144, 5), *out = data_f64(144, 6);
    double sum = 0;
    for (int w = 1; w < 13; w++)
        for (int h = 5; h < 13; h += 1 + h / 3) {
            sum += as_numbers(w, h, in, out);
            show("out", out, 144, sizeof *out);
            from_before(w, h, in, out);
            show("out", out, 144, sizeof *out);
            from_elsewhere(w, h, in, out);
            show("out", out, 144, sizeof *out);
            mirrored(w, h, in, out);
            show("out", out, 144, sizeof *out);
            bound_that_changes(w, h, in, out);
            show("out", out, 144, sizeof *out);
            sum += by_data(w, h, in, out);
            show("out", out, 144, sizeof *out);
            others(w, h, in, out);
            show("out", out, 144, sizeof *out);
            between(w, h, in, out);
            show("out", out, 144, sizeof *out);
        }
    show("sum", &sum, 1, sizeof sum);
    free(in);
    free(out);
    return 0;
}
