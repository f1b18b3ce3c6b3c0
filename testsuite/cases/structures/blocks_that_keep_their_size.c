// expect: contracted t_v
/* Blocks that functions of the file obtain keep their sizes: what is used of them must not be more than that. */
#include "bits.h"

/* blocks of the least size that the program needs, in structures that functions obtain: nothing else may be touched */
typedef struct line {
    int n;
    double *v;
} line;

static line *line_of(int n)
{
    line *l = malloc(sizeof *l);
    l->n = n;
    l->v = malloc(n * sizeof(double));
    return l;
}

static void drop(line *l)
{
    if (l) {
        free(l->v);
        free(l);
    }
}

static void chain(int n, const double *restrict in, double *restrict out)
{
    line *a = line_of(n), *b = line_of(n);
    for (int i = 0; i < n; i++)
        a->v[i] = 3 * in[i];
    for (int i = 2; i < n; i++)
        b->v[i] = a->v[i - 1] - a->v[i - 2] + a->v[i];
    for (int i = 4; i < n; i++)
        out[i] = b->v[i - 2] * b->v[i];
    drop(a);
    drop(b);
}

typedef struct plane {
    int w, h;
    double *v;
} plane;

static plane *plane_of(int w, int h)
{
    plane *p = malloc(sizeof(plane));
    p->w = w;
    p->h = h;
    p->v = malloc(sizeof(double) * w * h);
    return p;
}

static plane *another(int w, int h)
{
    plane *p = malloc(sizeof(plane));
    p->h = h;
    p->w = w;
    p->v = malloc(sizeof(double) * p->w * p->h);
    return p;
}

static void drop_plane(plane *p)
{
    free(p->v);
    free(p);
}

static void planes(int w, int h, const double *restrict in, double *restrict out)
{
    plane *s = plane_of(w, h), *t = another(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->v[y * t->w + x] = s->v[y * s->w + x] = in[y * w + x] + 1;
    for (int y = 3; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->v[(y - 3) * t->w + x] - t->v[y * t->w + x] + s->v[(y - 2) * s->w + x];
    drop_plane(s);
    drop_plane(t);
}

/* Gauss-Seidel: columns */
static void columns(int w, int h, const double *restrict in, double *restrict out)
{
    plane *t = another(w, h);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++)
            t->v[y * t->w + x] = in[y * w + x] * 2;
        for (int x = 1; x < w; x++)
            out[y * w + x] = t->v[y * t->w + x] - t->v[y * t->w + x - 1];
    }
    drop_plane(t);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            int w = sizes[a], h = sizes[b];
            chain(w, in, out);
            planes(w, h, in, out);
            columns(w, h, in, out);
        }
    show("out", out, 200, sizeof *out);
    free(in);
    free(out);
    return 0;
}
