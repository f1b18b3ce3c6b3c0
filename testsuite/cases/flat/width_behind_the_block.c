// expect: kept t
/* The width of the rows gets its value behind the block, so no new size mentions it. */
#include "bits.h"

static void smooth(int w, int h, const double *restrict in, double *restrict out)
{
    double *t = malloc(sizeof(double) * w * h);
    int stride = w;
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t[y * stride + x] = in[y * w + x - 1] + in[y * w + x + 1];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = t[y * stride + x] - t[(y - 1) * stride + x];
    free(t);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int w = 0; w < 7; w++)
        for (int h = 0; h < 7; h++)
            smooth(sizes[w], sizes[h], in, out);
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
