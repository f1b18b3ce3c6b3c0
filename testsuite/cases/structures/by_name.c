// expect: contracted t_v
/* Members given by name, and a structure in the structure. */
#include "bits.h"

struct volume {
    struct { int w, h; } size;
    double scale, *v, *other;
    long count;
};

static void smooth(int w, int h, const double *restrict in, double *restrict out)
{
    struct volume t = {.v = malloc(w * h * sizeof(double)), .scale = 0.25};
    t.size.w = w;
    t.size.h = h;
    for (int y = 0; y < t.size.h; y++)
        for (int x = 1; x < t.size.w - 1; x++)
            t.v[y * t.size.w + x] = t.scale * (in[y * w + x - 1] + in[y * w + x + 1]);
    for (int y = 1; y < t.size.h; y++)
        for (int x = 1; x < t.size.w - 1; x++)
            out[y * w + x] = t.v[y * t.size.w + x] - t.v[(y - 1) * t.size.w + x];
    free(t.v);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++)
            smooth(sizes[w], sizes[h], in, out);
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
