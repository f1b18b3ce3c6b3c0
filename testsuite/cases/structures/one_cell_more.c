// expect: contracted t_v
// says: a test at its start tells
/* Blocks of a cell more than their rows have, as guards against `malloc(0)` are: they are worth as much as others. */
#include "bits.h"

typedef struct {
    size_t w, h;
    double *v;
} plane;

static void squares(size_t w, size_t h, const double *restrict in, double *restrict out)
{
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
