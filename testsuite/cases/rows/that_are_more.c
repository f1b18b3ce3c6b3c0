// expect: unchanged
/* Pointers that do more than to stand for a place: they step, are set again on the way, or under a condition, are handed on,
   compared, or used behind their loops; what they are computed from changes; or it is they who lead to that. */
#include "bits.h"

struct frame {
    long stride;
    long *cells;
    double *data;
};

static double last(const double *row, int n)
{
    return n > 0 ? row[n - 1] : 0.0;
}

static void all(int w, int h, double *a, double *restrict out, struct frame *f)
{
    double t[(h + 1) * (w + 1)];
    double *row, *again = a;
    const double *p;
    double sum = 0.0;
    int shift = 0;

    for (int y = 0; y < h; y++) {
        row = t + y * w;
        for (int x = 0; x < w; x++)
            *row++ = a[y * w + x] + 1.0;
    }
    for (int y = 0; y < h; y++) {
        row = t + y * w;
        if (y % 3 == 1)
            row = a;
        for (int x = 0; x < w; x++)
            out[y * w + x] = row[x];
    }
    for (int y = 0; y < h; y++) {
        double *from = t + shift, *to = out + y * w;
        for (int x = 0; x < w; x++)
            to[x] += from[x];
        shift += w;
        sum += w > 0 ? from[0] : 1.0;
    }
    for (int y = 0; y < h; y++) {
        row = out + y * w;
        sum += last(row, w);
        for (int x = 0; x < w; x++)
            sum += row[x];
    }
    for (int y = 0; y < h; y++)
        for (p = t + y * w; p < t + (y + 1) * w; p++)
            sum += *p;
    for (int y = 0; y < h; y++) {
        row = again + y * w;
        again = y % 2 ? a : t;
        for (int x = 0; x < w; x++)
            sum += row[x] * 0.5;
    }
    for (int y = 0; y < h; y++) {
        long *c = f->cells + y;
        double *d = f->data + y * f->stride;
        c[0] = w + y;
        for (int x = 0; x < w; x++)
            d[x] = t[y * w + x] * 0.25;
    }
    row = t;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            sum += row[x];
        row = t + y * w;
    }
    for (int y = 0; y < h; y++) {
        double *one = t + y * w;
        {
            double *t = out;
            for (int x = 0; x < w; x++)
                t[x] = one[x] + 0.125;
        }
    }
    out[0] = sum;
    out[1] = h > 0 && w > 0 ? row[w - 1] : 0.0;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 6, 9, 74};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 2) % (sizeof sizes / sizeof *sizes)];
        double *a = data_f64((long)(w + 1) * (h + 1), 3), *out = data_f64((long)w * h + 2, 4);
        struct frame f = {w, block(h, sizeof(long)), block((long)h * (w + h + 1) + w, sizeof(double))};
        f.cells[0] = w;
        all(w, h, a, out, &f);
        show("a", a, (long)w * h, sizeof *a);
        show("out", out, (long)w * h + 2, sizeof *out);
        show("cells", f.cells, h, sizeof *f.cells);
        show("data", f.data, (long)h * (w + h + 1) + w, sizeof *f.data);
        free(a);
        free(out);
        free(f.cells);
        free(f.data);
    }
    return 0;
}
