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

/* polycc: `noise_apart` is `noise` for sizes as they should be, in memory that doesn't overlap */
static void noise_apart(int h, int w, float *restrict out)
{
    /* polycc: x[i * w + j] -> x[j]; w cells instead of h * w */
    /* polycc: filtered[i * w + j] -> filtered[j]; w cells instead of h * w */
    float *x = malloc(sizeof(float[w])), *filtered = malloc(sizeof(float[w]));
    struct filter f = {{0.4f, 0.3f}, -0.25f, 0, 0}, g = {{0.5f, -0.5f}, 0.125f, 0, 0};
    for (int i_0 = 0; i_0 < h; i_0++) {
        for (int i_1 = 0; i_1 < w; i_1++) {
            float draw_value = draw();
            x[i_1] = draw_value - 0.5f;
            /* run */
            float run_x = x[i_1];
            float y = f.b[0] * run_x + f.b[1] * f.before - f.a * f.last;
            f.before = run_x;
            f.last = y;
            float run_value = y;
            filtered[i_1] = run_value;
        }
        for (int k = 0; k < w && k < 1; k++) {
            /* run */
            float run_x_2 = filtered[k] + x[k > 0 ? k - 1 : 0];
            float run_y_2 = g.b[0] * run_x_2 + g.b[1] * g.before - g.a * g.last;
            g.before = run_x_2;
            g.last = run_y_2;
            float run_value_2 = run_y_2;
            out[i_0 * w + k] = 0.25f * run_value_2;
        }
        for (int k = 1; k < w; k++) {
            float run_x_2 = filtered[k] + x[k - 1];
            float run_y_2 = g.b[0] * run_x_2 + g.b[1] * g.before - g.a * g.last;
            g.before = run_x_2;
            g.last = run_y_2;
            float run_value_2 = run_y_2;
            out[i_0 * w + k] = 0.25f * run_value_2;
        }
    }
    free(x);
    free(filtered);
}

static void noise(int h, int w, float *restrict out)
{
    /* polycc: `noise_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)h >= 1, 1)) {
        noise_apart(h, w, out);
        return;
    }
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
