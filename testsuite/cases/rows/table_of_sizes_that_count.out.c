// expect: contracted t
/* Functions that obtain tables of some sizes only: what is asked of them is refused as before. */
#include "bits.h"
#include <assert.h>

static float **grid(int h, int w)
{
    if (h <= 0 || w <= 0)
        return NULL;
    float **rows = malloc(h * sizeof *rows);
    if (!rows)
        return NULL;
    for (int i = 0; i < h; i++)
        if ((rows[i] = calloc(w, sizeof **rows)) == NULL)
            exit(1);
    return rows;
}

static float **positive(int h, int w)
{
    assert(h > 0 && w > 0);
    float **rows = malloc(h * sizeof *rows);
    for (int i = 0; i < h; i++)
        rows[i] = malloc(w * sizeof **rows);
    return rows;
}

static float **short_one(int h, int w)
{
    if (h > 100)
        return NULL;
    float **rows = malloc(h * sizeof *rows);
    for (int i = 0; i < h; i++)
        rows[i] = malloc(w * sizeof **rows);
    return rows;
}

static void release(float **rows, int h)
{
    if (rows) {
        for (int i = 0; i < h; i++)
            free(rows[i]);
        free(rows);
    }
}

static int tested(int h, int w, const float *restrict in, float *restrict out)
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * w cells instead of (h - 1) * w */
    float **t = grid((h - 1) < 1 ? (h - 1) : 2, w);
    if (!t)
        return -1;
    {
        float *t_0 = t[0], *t_1 = t[1];
        for (int y = 0; y < h - 1; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = in[y * w + x] + in[(y + 1) * w + x];
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = t_0[x] - t_1[x];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    release(t, 2);
    return 0;
}

static void asserted(int h, int w, const float *restrict in, float *restrict out)
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * w cells instead of h * w */
    float **u = positive(h < 1 ? h : 2, w);
    {
        float *u_0 = u[0], *u_1 = u[1];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                u_0[x] = in[y * w + x] / 2;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] += u_0[x] - u_1[x];
            float *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
    release(u, 2);
}

/* stays: what is too much isn't known */
static void limited(int h, int w, const float *restrict in, float *restrict out)
{
    float **v = short_one(h, w);
    if (!v)
        return;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            v[y][x] = in[y * w + x] / 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] += v[y][x] - v[y - 1][x];
    release(v, h);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s], w = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        float *in = data_f32((long)h * w, 7), *out = data_f32((long)h * w, 8);
        printf("%d\n", tested(h, w, in, out));
        if (h > 0 && w > 0)
            asserted(h, w, in, out);
        limited(h, w, in, out);
        show("out", out, (long)h * w, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
