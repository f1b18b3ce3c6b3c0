/* Frames that are read or written by one call are read or written by rows: of bytes, of numbers, of arrays of two dimensions; items that
   aren't there leave what was there before. Headers, single numbers and results that are asked for stay calls. */
#include "bits.h"
#include <string.h>

static void smooth(FILE *in, int w, int h, unsigned char *restrict out)
{
    unsigned char *img = malloc(w * h);
    fread(img, 1, w * h, in);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = (img[y * w + x] + img[(y - 1) * w + x]) / 2;
    free(img);
}

static void differences(const float *restrict in, int w, int h, FILE *out)
{
    float *d = malloc(sizeof(float) * w * h);
    for (int y = 0; y < h; y++) {
        d[y * w] = 0;
        for (int x = 1; x < w; x++)
            d[y * w + x] = in[y * w + x] - in[y * w + x - 1];
    }
    fwrite(d, sizeof(float), w * h, out);
    fwrite(&w, sizeof w, 1, out);
    free(d);
}

/* the file ends early: what follows is zero */
static void totals(FILE *in, int w, int h, int *restrict out)
{
    short *v = calloc(w * h, sizeof *v);
    if (!v)
        return;
    fread(v, sizeof *v, (size_t)w * h, in);
    for (int y = 0; y < h; y++) {
        int sum = 0;
        for (int x = 0; x < w; x++)
            sum += v[y * w + x];
        out[y] = sum;
    }
    free(v);
}

static void planes(FILE *in, FILE *out, int n, int m)
{
    double a[n][m], b[n][m];
    char header[8];
    fread(header, 1, 8, in);
    fread(a, sizeof a, 1, in);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = a[i][j] * 2 + header[j % 8];
    fwrite(header, 1, 8, out);
    fwrite(b, sizeof(double), n * m, out);
}

static int checked(FILE *in, int w, int h, int *restrict out)
{
    int *v = malloc(sizeof(int) * w * h);
    if (fread(v, sizeof(int), w * h, in) != (size_t)(w * h)) {
        free(v);
        return 0;
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = v[y * w + x] + y;
    free(v);
    return 1;
}

/* the last row goes first, and the sum of an item and its row is no row */
static void turned(const int *restrict in, int w, int h, FILE *out)
{
    int *t = malloc(sizeof(int) * w * h), *s = malloc(sizeof(int) * w * h);
    for (int y = h - 1; y >= 0; y--)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 3;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            s[y * w + x] = t[y * w + x] - 1;
    fwrite(s, 4, w * h, out);
    free(t);
    free(s);
}

int main(void)
{
    static const int sizes[][2] = {{7, 5}, {1, 1}, {9, 1}, {1, 6}, {0, 4}, {5, 0}, {80, 61}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int w = sizes[k][0], h = sizes[k][1], n = w * h;
        FILE *in = tmpfile(), *out = tmpfile();
        unsigned char *bytes = calloc(n + 1, 1);
        int *ints = data_i32(n + 1, 5, 1000), *sums = calloc(n + h + 1, sizeof *sums);
        float *floats = data_f32(n + 1, 6);
        short *shorts = data_i16(n + 1, 7, 100);
        double *doubles = data_f64(n + 1, 8), *back = calloc(2 * n + 2, sizeof *back);
        fwrite(ints, 4, n, in);
        rewind(in);
        smooth(in, w, h, bytes);
        show("smooth", bytes, n, 1);
        rewind(in);
        fwrite(shorts, sizeof *shorts, n / 2, in);
        rewind(in);
        totals(in, w, h / 2, sums);
        show("totals", sums, h / 2, sizeof *sums);
        rewind(in);
        fwrite("header..", 1, 8, in);
        fwrite(doubles, sizeof *doubles, n, in);
        rewind(in);
        if (n > 0)
            planes(in, out, h, w);
        if (w > 0)
            differences(floats, w, h, out);
        turned(ints, w, h, out);
        rewind(in);
        printf("%d\n", checked(in, w, h, sums));
        show("checked", sums, n, sizeof *sums);
        rewind(out);
        size_t all = fread(back, 1, (2 * n + 2) * sizeof *back, out);
        show("files", back, all, 1);
        fclose(in);
        fclose(out);
        free(bytes);
        free(ints);
        free(sums);
        free(floats);
        free(shorts);
        free(doubles);
        free(back);
    }
    return 0;
}
