// expect: contracted rows
// expect: scalarized change
/* Counters of type `size_t` up to what has a sign, or to one less than a size: where that were less than zero, the loop would not end. With fewer
   bits, or where something else ends it, it might. */
#include "bits.h"

static void smoothed(int width, int height, const double *restrict in, double *restrict out)
{
    /* polycc: rows[i * (long)width + j] -> rows[(i % 2) * (long)width + j]; 2 * width cells instead of all */
    double *rows = malloc(sizeof(double) * 2 * width);
    {
        double *rows_0 = &rows[0], *rows_1 = &rows[(long)width];
        for (long y = 0; y < height; y++) {
            for (long x = 0; x < width; x++)
                rows_0[x] = in[y * (long)width + x] * 0.5;
            if (y >= 1)
                for (long x = 0; x < width; x++)
                    out[y * (long)width + x] = rows_0[x] + rows_1[x];
            double *rows_next = rows_1;
            rows_1 = rows_0, rows_0 = rows_next;
        }
    }
    free(rows);
}

static void differences(size_t n, const double *restrict in, double *restrict out)
{
    /* polycc: change[i] -> change; 1 cell instead of n */
    double change = 0;
    for (long i = 1; i < (long)n - 1; i++) {
        change = in[i + 1] - in[i - 1];
        out[i] = change * change;
    }
}

/* polycc: `narrow_apart` is `narrow` for sizes as they should be, in memory that doesn't overlap */
static void narrow_apart(unsigned n, const double *restrict in, double *restrict out)
{
    /* polycc: kept[i] -> kept; 1 cell instead of ((long)n + 1) */
    double kept = 0;
    for (long i = 1; i < (long)n - 1; i++) {
        kept = in[i] + 1;
        out[i] = kept * 2;
    }
}

/* one less than none is a number of 32 bits */
static void narrow(unsigned n, const double *restrict in, double *restrict out)
{
    /* polycc: `narrow_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)n >= 3, 1)) {
        narrow_apart(n, in, out);
        return;
    }
    double *kept = malloc((n + 1) * sizeof *kept);
    for (size_t i = 1; i < n - 1; i++)
        kept[i] = in[i] + 1;
    for (size_t i = 1; i < n - 1; i++)
        out[i] = kept[i] * 2;
    free(kept);
}

/* may be left where `n` is negative */
static size_t first(int n, const double *in, double *out)
{
    size_t i;
    for (i = 0; i < n; i++) {
        if (in[i] > 0.9)
            break;
        out[i] = in[i];
    }
    return i;
}

static void run(int width, int height)
{
    long cells = (long)width * height;
    double *in = data_f64(cells, 9), *out = block(cells, sizeof *out);
    smoothed(width, height, in, out);
    if (cells > 0) {
        differences(cells, in, out);
        narrow((unsigned)cells, in, out);
        in[cells - 1] = 1;
        size_t found = first(-1, in, out);
        show("first", &found, 1, sizeof found);
    }
    show("out", out, cells, sizeof *out);
    free(in);
    free(out);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 8, 75, 130};
    for (size_t k = 0; k < 7; k++)
        run(sizes[k], sizes[(k * 3 + 1) % 7]);
    return 0;
}
