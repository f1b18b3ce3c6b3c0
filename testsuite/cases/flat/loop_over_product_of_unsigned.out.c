// expect: contracted a
/* A product of `unsigned` may wrap around: 65536 * 65536 cells are none, though no row is empty. */
#include "bits.h"

/* polycc: `fill_apart` is `fill` for sizes as they should be, in memory that doesn't overlap */
static void fill_apart(unsigned w, unsigned h, unsigned rows, const float *restrict x, float *restrict y)
{
    /* polycc: a[i * (long)w + j] -> a[j]; w cells instead of ((long)rows + 1) * w */
    double *a = malloc(sizeof(double[w]));
    for (long i_0 = 0; i_0 < (long)h; i_0++) {
        for (long i_1 = 0; i_1 < (long)w; i_1++)
            a[i_1] = 0.5 * x[i_0 * (long)w + i_1];
        if (i_0 < (long)rows)
            for (long k = 0; k < (long)w; k++)
                y[i_0 * (long)w + k] = a[k] + a[0];
    }
    free(a);
}

static void fill(unsigned w, unsigned h, unsigned rows, const float *restrict x, float *restrict y)
{
    /* polycc: `fill_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((65535 >= (long)w) && (65535 >= (long)h), 1)) {
        fill_apart(w, h, rows, x, y);
        return;
    }
    double *a = malloc(sizeof(double) * w * (rows + 1));
    for (unsigned i = 0; i < w * h; i++)
        a[i] = 0.5 * x[i];
    for (size_t j = 0; j < h && j < rows; j++)
        for (size_t k = 0; k < w; k++)
            y[j * w + k] = a[j * w + k] + a[j * w];
    free(a);
}

int main(void)
{
    static const unsigned sizes[][3] = {{1, 1, 1}, {5, 0, 0}, {3, 8, 8}, {17, 2, 1}, {65536, 65536, 0}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        unsigned w = sizes[k][0], h = sizes[k][1];
        float *x = data_f32(w * h, 3), *y = data_f32(w * h, 4);
        fill(w, h, sizes[k][2], x, y);
        show("y", y, w * h, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
