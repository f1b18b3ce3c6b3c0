// polycc: --optimize memory
// expect: unchanged
/* Pointers and indexes that a clause of OpenMP names stay what they are. */
#include "bits.h"

static void filter(int w, int h, const double *restrict in, double *restrict out)
{
    double t[h + 1][w + 1];
    const double *row;
    int x, y, next;
#pragma omp parallel for private(row, next, x)
    for (y = 0; y < h; y++) {
        row = in + y * w;
        for (x = 0; x < w; x++) {
            t[y][x] = row[x] * 0.5;
            out[y * w + x] = t[y][x] + 1.0;
        }
        for (x = 0; x + 1 < w; x++) {
            next = x + 1;
            out[y * w + x] += t[y][next];
        }
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 73};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int w = sizes[s], h = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        double *in = data_f64((long)w * h, 3), *out = data_f64((long)w * h, 4);
        filter(w, h, in, out);
        show("out", out, (long)w * h, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
