/* An equaliser: two recursive filters of second order, one behind the other. */
#include "program.h"

struct filter {
    float b0, b1, b2, a1, a2;
};

struct equaliser {
    int bands;
    struct filter *band;
};

static void equalise(const struct equaliser *e, const float *x, float *y, int n)
{
    float *t = malloc(n * sizeof(float));
    for (int i = 0; i < n; i++)
        y[i] = x[i];
    for (int k = 0; k < e->bands; k++) {
        const struct filter *f = &e->band[k];
        for (int i = 0; i < n; i++) {
            t[i] = f->b0 * y[i];
            if (i > 0)
                t[i] += f->b1 * y[i - 1] - f->a1 * t[i - 1];
            if (i > 1)
                t[i] += f->b2 * y[i - 2] - f->a2 * t[i - 2];
        }
        for (int i = 0; i < n; i++)
            y[i] = t[i];
    }
    free(t);
}

int main(int argc, char **argv)
{
    int n = size(argc, argv, 1);
    float *in = floats(n, 1), *out = floats(n, 2);
    struct filter bands[2] = {{0.02f, 0.04f, 0.02f, -1.56f, 0.64f}, {0.8f, -1.6f, 0.8f, -0.5f, 0.2f}};
    struct equaliser e = {2, bands};
    equalise(&e, in, out, n);
    show("out", out, sizeof(float) * n);
    free(in);
    free(out);
    return 0;
}
