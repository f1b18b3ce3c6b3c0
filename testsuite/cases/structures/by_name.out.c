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
    /* polycc: t.v[i * w + j] -> t.v[(i % 2) * w + j]; 2 * w cells instead of h * w */
    struct volume t = {.v = malloc(sizeof(double) * 2 * w), .scale = 0.25};
    t.size.w = w;
    t.size.h = h;
    {
        double *t_v_0 = &t.v[0], *t_v_1 = &t.v[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_v_0[x] = t.scale * (in[y * w + x - 1] + in[y * w + x + 1]);
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    out[y * w + x] = t_v_0[x] - t_v_1[x];
            double *t_v_next = t_v_1;
            t_v_1 = t_v_0, t_v_0 = t_v_next;
        }
    }
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
