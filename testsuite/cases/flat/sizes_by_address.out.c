/* Sizes that a function gives by address, and whose address it keeps: they are what they were as long as nothing runs that may change them.
   Between the block and the loops of `changed` something does, and in `repeated` it does so behind the loops, which come back. */
#include "bits.h"

static int *kept;

void sizes(int k, int *w, int *h)
{
    static const int all[][2] = {{7, 5}, {1, 1}, {9, 1}, {1, 6}, {3, 4}, {5, 3}, {80, 61}};
    *w = all[k][0];
    *h = all[k][1];
    kept = w;
}

void narrower(void)
{
    if (*kept > 1)
        --*kept;
}

static void plain(int k, const float *restrict in, float *restrict out)
{
    int w, h;
    sizes(k, &w, &h);
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 2 * w);
    if (!t)
        return;
    {
        float *t_0 = &t[0], *t_1 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = in[y * w + x] * 2;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = t_0[x] - t_1[x];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
    narrower();
    out[0] = w;
}

static void changed(int k, const float *restrict in, float *restrict out)
{
    int w, h;
    sizes(k, &w, &h);
    float *t = malloc(sizeof(float) * w * h);
    if (!t)
        return;
    narrower();
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

static void repeated(int k, const float *restrict in, float *restrict out)
{
    int w, h;
    sizes(k, &w, &h);
    float *t = malloc(sizeof(float) * w * h);
    if (!t)
        return;
    for (int n = 0; n < 3; n++) {
        for (int y = 0; y < h; y++)
            for (int x = 0; x < w; x++)
                t[y * w + x] = in[y * w + x] * 2 + n;
        for (int y = 1; y < h; y++)
            for (int x = 0; x < w; x++)
                out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
        narrower();
    }
    free(t);
}

int main(void)
{
    for (int k = 0; k < 7; k++) {
        int n = 80 * 61;
        float *in = data_f32(n, 3), *out = data_f32(n, 4);
        plain(k, in, out);
        show("plain", out, n, sizeof *out);
        changed(k, in, out);
        show("changed", out, n, sizeof *out);
        repeated(k, in, out);
        show("repeated", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
