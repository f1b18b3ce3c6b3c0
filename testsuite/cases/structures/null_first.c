// expect: contracted a_v
/* Structures that functions declare with null for the block that a statement obtains then. */
#include "bits.h"

typedef struct {
    int w, h;
    double *v;
} plane;

static plane listed(int w, int h)
{
    plane p = {w, h, NULL};
    p.v = malloc(sizeof(double) * w * h);
    return p;
}

static plane set(int w, int h)
{
    plane p;
    p.v = NULL;
    p.w = w;
    p.h = h;
    p.v = calloc((size_t)p.w * p.h, sizeof(double));
    if (!p.v) {
        fprintf(stderr, "no memory\n");
        exit(1);
    }
    return p;
}

static plane at_once(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h)};
    return p;
}

static void drop(plane *p)
{
    free(p->v);
    p->v = NULL;
}

static void run(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = listed(w, h), b = set(w, h), c = at_once(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            b.v[y * w + x] = a.v[y * w + x] - a.v[(y - 1) * w + x];
    for (int y = 2; y < h; y++)
        for (int x = 0; x < w; x++)
            c.v[y * w + x] = b.v[y * w + x] + b.v[(y - 1) * w + x];
    for (int y = 3; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = c.v[y * w + x] * c.v[(y - 1) * w + x];
    drop(&a);
    drop(&b);
    drop(&c);
}

/* a block first, and then another one: it isn't null that was there */
static plane twice(int w, int h, double *other)
{
    plane p = {w, h, other};
    p.v = malloc(sizeof(double) * w * h);
    return p;
}

/* null behind the block: whoever uses it has lost that */
static plane lost(int w, int h, double **kept)
{
    plane p = {w, h, NULL};
    p.v = malloc(sizeof(double) * w * h);
    *kept = p.v;
    return p;
}

/* a number that is zero first */
static plane grown(int w, int h)
{
    plane p = {0, h, NULL};
    p.w = w;
    p.v = malloc(sizeof(double) * w * h);
    return p;
}

static void others(int w, int h, const double *restrict in, double *restrict out)
{
    double *kept;
    plane a = twice(w, h, out), b = lost(w, h, &kept), c = grown(w, h);
    for (int i = 0; i < w * h; i++)
        a.v[i] = in[i] + 1;
    for (int i = 0; i < w * h; i++)
        b.v[i] = a.v[i] * 3;
    for (int i = 0; i < w * h; i++)
        c.v[i] = kept[w * h - 1 - i];
    for (int i = 0; i < c.w * c.h; i++)
        out[i] = c.v[i] - b.v[i];
    drop(&a);
    drop(&b);
    drop(&c);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            run(sizes[a], sizes[b], in, out);
            show("out", out, 200, sizeof *out);
            others(sizes[a], sizes[b], in, out);
            show("out", out, 200, sizeof *out);
        }
    free(in);
    free(out);
    return 0;
}
