/* Evens out the histogram of a colour picture: luma, smoothed luma, counts, sums, and the new values. */
#include "program.h"

static void luma(const unsigned char *rgb, unsigned char *out, int n)
{
    for (int i = 0; i < n; i++, rgb += 3)
        out[i] = (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8;
}

static void smooth(const unsigned char *in, unsigned char *out, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            int i = y * w + x;
            if (x == 0 || x == w - 1)
                out[i] = in[i];
            else
                out[i] = (in[i - 1] + 2 * in[i] + in[i + 1] + 2) >> 2;
        }
}

static void count(const unsigned char *in, int *counts, int n)
{
    memset(counts, 0, 256 * sizeof(int));
    for (int i = 0; i < n; i++)
        counts[in[i]]++;
}

static void accumulate(const int *counts, int *sums)
{
    int sum = 0;
    for (int v = 0; v < 256; v++) {
        sum += counts[v];
        sums[v] = sum;
    }
}

static void make_table(const int *sums, unsigned char *table, int n)
{
    for (int v = 0; v < 256; v++)
        table[v] = (unsigned char)(255.0 * sums[v] / n);
}

static void look_up(const unsigned char *in, const unsigned char *table, unsigned char *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = table[in[i]];
}

static void equalise(const unsigned char *rgb, unsigned char *out, int w, int h)
{
    int counts[256], sums[256];
    unsigned char table[256];
    unsigned char *y = malloc(w * h), *t = malloc(w * h);
    luma(rgb, y, w * h);
    smooth(y, t, w, h);
    count(t, counts, w * h);
    accumulate(counts, sums);
    make_table(sums, table, w * h);
    look_up(t, table, out, w * h);
    free(y);
    free(t);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    unsigned char *rgb = bytes((size_t)w * h * 3, 1), *out = bytes((size_t)w * h, 2);
    equalise(rgb, out, w, h);
    show("out", out, (size_t)w * h);
    free(rgb);
    free(out);
    return 0;
}
