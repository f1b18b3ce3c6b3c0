// expect: contracted t_v
// says: a test at its start tells
/* Blocks of a cell more than their rows have, as guards against `malloc(0)` are: they are worth as much as others. */
#include "bits.h"

typedef struct {
    size_t w, h;
    double *v;
} plane;

/* polycc: `squares_apart` is `squares` for sizes as they should be, in memory that doesn't overlap */
static void squares_apart(size_t w, size_t h, const double *restrict in, double *restrict out)
{
    /* polycc: t.v[i * (long)w + j] -> t.v[j]; w cells instead of all */
    /* polycc: u.v[i * (long)w + j] -> u.v[j]; w cells instead of all */
    plane t = {w, h, malloc(sizeof(double[w]))}, u = {w, h, malloc(sizeof(double[w]))};
    for (long y = 0; y < (long)h; y++) {
        for (long x = 0; x < (long)w; x++)
            t.v[x] = in[y * (long)w + x] * 2;
        for (long i_1 = 0; i_1 < (long)w; i_1++)
            u.v[i_1] = t.v[i_1] * t.v[i_1];
        for (long x = 0; x < (long)w; x++)
            out[y * (long)w + x] = u.v[x] + 1;
    }
    free(t.v);
    free(u.v);
}

static void squares(size_t w, size_t h, const double *restrict in, double *restrict out)
{
    /* polycc: `squares_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((4294967295 >= (long)w) && (4294967295 >= (long)h), 1)) {
        squares_apart(w, h, in, out);
        return;
    }
    plane t = {w, h, malloc((w * h + 1) * sizeof(double))}, u = {w, h, malloc((w * h + 1) * sizeof(double))};
    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++)
            t.v[y * w + x] = in[y * w + x] * 2;
    for (size_t i = 0; i < t.w * t.h; i++)
        u.v[i] = t.v[i] * t.v[i];
    for (size_t y = 0; y < h; y++)
        for (size_t x = 0; x < w; x++)
            out[y * w + x] = u.v[y * u.w + x] + 1;
    free(t.v);
    free(u.v);
}

int main(void)
{
    double *in = data_f64(144, 5), *out = data_f64(144, 6);
    for (size_t w = 0; w < 13; w++)
        for (size_t h = 0; h < 13; h += 1 + h / 3) {
            squares(w, h, in, out);
            show("out", out, 144, sizeof *out);
        }
    free(in);
    free(out);
    return 0;
}
