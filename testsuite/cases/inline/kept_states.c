// expect: contracted x
// expect: contracted filtered
// says: `run`: inlined here
/* Stages that keep a state behind a pointer, `y[i] = run(&f, x[i])`, and structures that are declared among loops. */
#include "bits.h"

struct filter {
    float b[2], a, before, last;
};

static uint32_t seed = 1;

static float run(struct filter *f, float x)
{
    float y = f->b[0] * x + f->b[1] * f->before - f->a * f->last;
    f->before = x;
    f->last = y;
    return y;
}

static float draw(void)
{
    seed = seed * 1664525u + 1013904223u;
    return (float)(seed >> 8) / 16777216.0f;
}

static void noise(int h, int w, float *restrict out)
{
    float *x = malloc(sizeof(float) * h * w), *filtered = malloc(sizeof(float) * h * w);
    for (int i = 0; i < h * w; i++)
        x[i] = draw() - 0.5f;
    struct filter f = {{0.4f, 0.3f}, -0.25f, 0, 0}, g = {{0.5f, -0.5f}, 0.125f, 0, 0};
    for (int i = 0; i < h * w; i++)
        filtered[i] = run(&f, x[i]);
    for (int y = 0; y < h; y++)
        for (int k = 0; k < w; k++)
            out[y * w + k] = 0.25f * run(&g, filtered[y * w + k] + x[y * w + (k > 0 ? k - 1 : 0)]);
    free(x);
    free(filtered);
}

int main(void)
{
    static const int lengths[] = {0, 1, 2, 3, 17, 80};
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            int n = lengths[a] * lengths[b];
            float *out = data_f32(n, 4);
            noise(lengths[a], lengths[b], out);
            show("out", out, n, sizeof *out);
            free(out);
        }
    return 0;
}
