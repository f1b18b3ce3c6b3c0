// expect: unchanged
/* A pointer that a block in the scope of another setting sets again, and pointers that several functions' loops share. */
#include "bits.h"

static double all(int w, int h, const double *restrict a, const double *restrict b, double *restrict out)
{
    const double *row;
    double s = 0.0;
    int x, y;

    for (y = 0; y < h; y++) {
        row = a + y * w;
        if (y % 2) {
            row = b + y * w;
        }
        for (x = 0; x < w; x++)
            out[y * w + x] = row[x];
    }
    for (y = 0; y < h; y++) {
        if (y % 2) {
            row = a + y * w;
            for (x = 0; x < w; x++)
                s += row[x];
        } else {
            row = b + y * w;
            for (x = 0; x < w; x++)
                s -= row[x];
        }
        row = out + y * w;
        for (x = 0; x < w; x++)
            s += row[x] * 0.5;
        row = b + (h - 1 - y) * w;
        for (x = 0; x < w; x++)
            s += row[x] * 0.25;
    }
    return s;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 73};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        double *a = data_f64((long)w * h, 3), *b = data_f64((long)w * h, 5), *out = data_f64((long)w * h, 4);
        double sum = all(w, h, a, b, out);
        show("sum", &sum, 1, sizeof sum);
        show("out", out, (long)w * h, sizeof *out);
        free(a);
        free(b);
        free(out);
    }
    return 0;
}
