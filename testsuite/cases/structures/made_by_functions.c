// expect: contracted a_v
/* Structures that functions give back by value, and others that release what is in them. */
#include "bits.h"
#include <assert.h>

typedef struct {
    int w, h;
    double *v;
} plane;

static plane plane_new(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h)};
    return p;
}

static void plane_free(plane p)
{
    free(p.v);
}

/* set by statements, with a check and a number of its own */
static plane checked_new(int w, int h)
{
    plane p;
    size_t bytes = (size_t)w * h * sizeof(double);
    p.w = w;
    p.h = h;
    p.v = malloc(bytes);
    if (p.v == NULL && bytes > 0) {
        perror("plane");
        exit(1);
    }
    return p;
}

static plane ending_new(int w, int h)
{
    plane p;
    p.w = w;
    p.h = h;
    p.v = malloc((size_t)p.w * p.h * sizeof(double));
    if (!p.v) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    return p;
}

static plane asserted_new(int w, int h)
{
    plane p = {.v = calloc(w * h + 1, sizeof(double)), .w = w, .h = h};
    assert(p.v);
    return p;
}

static void plane_done(plane *p)
{
    free(p->v);
    p->v = NULL;
    p->w = p->h = 0;
}

static void by_value(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plane_new(w, h), b = plane_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            b.v[y * b.w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = b.v[y * b.w + x] + b.v[y * b.w + x - 1];
    plane_free(b);
    plane_free(a);
}

static void with_checks(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = checked_new(w, h), b = ending_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            b.v[y * b.w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = b.v[y * b.w + x] + b.v[y * b.w + x - 1];
    free(a.v);
    free(b.v);
}

static void ending(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = asserted_new(w, h), b = ending_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            b.v[y * b.w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = b.v[y * b.w + x] + b.v[y * b.w + x - 1];
    plane_free(b);
    plane_done(&a);
}

/* released, made anew by a statement, and asked for its size when that is gone */
static int twice(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plane_new(w, h);
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        for (int y = 0; y < a.h; y++)
            for (int x = 0; x < a.w; x++)
                a.v[y * a.w + x] = 2 * in[y * w + x];
        for (int y = 1; y < a.h; y++)
            for (int x = 0; x < a.w; x++)
                out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
        sum += a.w + 3 * a.h;
        plane_done(&a);
    }
    return sum;
}

int main(void)
{
    int sizes[] = {1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    int sum = 0;
    for (int a = 0; a < 8; a++)
        for (int b = 0; b < 8; b++) {
            int w = sizes[a], h = sizes[b];
            by_value(w, h, in, out);
            show("out", out, 200, sizeof *out);
            with_checks(w, h, in, out);
            show("out", out, 200, sizeof *out);
            ending(w, h, in, out);
            sum += twice(w, h, in, out);
            show("out", out, 200, sizeof *out);
        }
    show("sum", &sum, 1, sizeof sum);
    free(in);
    free(out);
    return 0;
}
