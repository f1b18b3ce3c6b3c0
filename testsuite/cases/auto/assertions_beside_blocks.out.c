// polycc: --optimize speed
// expect: contracted t
/* Assertions about blocks, sizes and cells, as the compiler's own headers spell them: a size that nothing depends on, and a statement within an expression. */
#include <assert.h>
#include "bits.h"

#define N 30

/* polycc: `obtained_apart` is `obtained` for memory that doesn't overlap */
static void obtained_apart(int w, int h, const float *in, float *out)
{
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 2 * w);
    assert(t);
    {
        float *t_0 = &t[0], *t_1 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = in[y * w + x] * 2;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[(y - 1) * w + x] = t_1[x] + t_0[x];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

/* a block that is there */
static void obtained(int w, int h, const float *in, float *out)
{
    /* polycc: `obtained_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)out || (const char *)(out + (((long)h - 1) * (long)w)) <= (const char *)in, 1)) {
        obtained_apart(w, h, in, out);
        return;
    }
    float *t = malloc(sizeof(float) * w * h);
    assert(t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 2;
    for (int y = 0; y < h - 1; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] + t[(y + 1) * w + x];
    free(t);
}

/* polycc: `asked_apart` is `asked` for memory that doesn't overlap */
static void asked_apart(int w, int h, const float *in, float *out)
{
    assert(in != NULL && out != NULL && "both are there");
    assert(w > 0 && h > 0);
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *t = malloc(sizeof(float) * 2 * w);
    assert(NULL != t);
    {
        float *t_0 = &t[0], *t_1 = &t[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_0[x] = in[y * w + x] + 1;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = t_0[x] * t_1[x];
            float *t_next = t_1;
            t_1 = t_0, t_0 = t_next;
        }
    }
    free(t);
}

/* pointers and sizes at once, and a text */
static void asked(int w, int h, const float *in, float *out)
{
    /* polycc: `asked_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + ((long)h * (long)w)) <= (const char *)(out + (long)w) || (const char *)(out + ((long)h * (long)w)) <= (const char *)in, 1)) {
        asked_apart(w, h, in, out);
        return;
    }
    assert(in != NULL && out != NULL && "both are there");
    assert(w > 0 && h > 0);
    float *t = calloc((size_t)w * h, sizeof *t);
    assert(NULL != t);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] + 1;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] * t[(y - 1) * w + x];
    free(t);
}

/* cells among the loops: they are read */
static void looked_at(int w, int h, const float *restrict in, float *restrict out)
{
    float u[h][w];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            u[y][x] = in[y * w + x] * 3;
        assert(u[y][0] == in[y * w] * 3);
    }
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = u[y][x] - 1;
}

/* an assertion that doesn't hold prints its own text, so that stays */
static void row_by_row(int w, int h, const float *in, float *out)
{
    float row[h][w];
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            row[y][x] = in[y * w + x] + 2;
        assert(row[y][0] >= -64 && row[y][w - 1] == row[y][w - 1]);
        for (int x = 0; x < w; x++)
            out[y * w + x] = row[y][x] * row[y][w - 1 - x];
    }
}

/* what has a size that depends on its declaration */
static int measured(int n, const float *restrict in, float *restrict out)
{
    float v[64];
    assert(sizeof v == 64 * sizeof(float) && n <= 64);
    for (int i = 0; i < n; i++) {
        v[i] = in[i] + 1;
        out[i] = v[i] * v[i];
    }
    return (int)sizeof v;
}


int main(void)
{
    for (int n = 1; n < N; n += 9) {
        float *in = data_f32(N * N, 3), *out = data_f32(N * N, 4);
        obtained(n, n, in, out);
        show("out", out, N * N, sizeof *out);
        asked(n, n, in, out);
        show("out", out, N * N, sizeof *out);
        looked_at(n, n, in, out);
        show("out", out, N * N, sizeof *out);
        row_by_row(n, n, in, out);
        show("out", out, N * N, sizeof *out);
        printf("%d\n", measured(n, in, out));
        show("out", out, N * N, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
