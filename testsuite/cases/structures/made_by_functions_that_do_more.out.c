/* Functions that give back a structure, or release one, and do more than that: calls like others. */
#include "bits.h"

typedef struct {
    int w, h;
    double *v, *end;
} plane;

/* two names for one block */
static plane named_twice(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h), NULL};
    p.end = p.v;
    return p;
}

static double through_another(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = named_twice(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = a.end[w - 1];
    free(a.v);
    return sum;
}

/* the same on the heap, with the other name behind the block's start */
static plane *heap_new(int w, int h)
{
    plane *p = malloc(sizeof *p);
    p->w = w;
    p->h = h;
    p->v = malloc(sizeof(double) * w * h);
    p->end = p->v;
    return p;
}

static void heap_free(plane *p)
{
    free(p->v);
    free(p);
}

static double on_the_heap(int w, int h, const double *restrict in, double *restrict out)
{
    plane *t = heap_new(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t->v[y * t->w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t->v[y * t->w + x] - t->end[(y - 1) * t->w + x];
    double sum = w > 0 && h > 0 ? t->end[0] : 0;
    heap_free(t);
    return sum;
}

/* one structure for all */
static plane shared(int w, int h)
{
    static plane p;
    if (!p.v)
        p.v = malloc(sizeof(double) * 200);
    p.w = w;
    p.h = h;
    return p;
}

static double last_of_shared(void) { return shared(0, 0).v[0]; }

static double one_for_all(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = shared(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = last_of_shared();
    a.h = 0;
    return sum;
}

/* known elsewhere */
static double *leaked;

static plane leaking(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h), NULL};
    leaked = p.v;
    return p;
}

static double known_elsewhere(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = leaking(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = leaked[0];
    free(a.v);
    return sum;
}

/* another size than it says */
static plane halved(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h), NULL};
    if (w > 4)
        p.w = w / 2;
    return p;
}

static double narrower(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = halved(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < a.w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < a.w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = a.w;
    free(a.v);
    return sum;
}

/* a parameter that has changed by then */
static plane changed(int w, int h)
{
    plane p;
    w--;
    p.w = w + 1;
    p.h = h;
    p.v = malloc(sizeof(double) * (w + 1) * h);
    return p;
}

static double behind_a_change(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = changed(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = a.v[0];
    free(a.v);
    return sum;
}

/* it prints what it releases, and releases it only then and when */
static void print_and_free(plane p)
{
    if (p.w > 0 && p.h > 0)
        show("released", p.v, 1, sizeof *p.v);
    free(p.v);
}

static plane plain(int w, int h)
{
    plane p = {w, h, malloc(sizeof(double) * w * h), NULL};
    return p;
}

static plane made_before;

static void freed_later(plane p)
{
    free(made_before.v);
    made_before = p;
}

static double printed_at_last(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plain(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = w;
    print_and_free(a);
    return sum;
}
static double freed_with_the_next(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plain(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = w;
    freed_later(a);
    return sum;
}

/* copied, and released through the copy */
static double copied(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plain(w, h), b = a;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = b.v[0];
    free(b.v);
    return sum;
}

/* a call with an effect among the arguments, and a size that changes behind */
static int calls;

static int count(int n)
{
    calls++;
    return n;
}

static double counted(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = plain(count(w), h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = calls;
    free(a.v);
    return sum;
}

static double grown(int w, int h, const double *restrict in, double *restrict out)
{
    int n = w;
    plane a = plain(n, h);
    n = h;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < n; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    double sum = a.w + n;
    free(a.v);
    return sum;
}

/* sizes that are forgotten when it is released, unless there is nothing */
static void done(plane *p)
{
    if (!p->v)
        return;
    free(p->v);
    p->v = NULL;
    p->w = 0;
}

static double without_block(int w, int h, const double *restrict in, double *restrict out)
{
    plane a = {w, h, NULL, NULL};
    done(&a);
    double sum = a.w;
    a.v = malloc(sizeof(double) * w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < a.w; x++)
            a.v[y * a.w + x] = 2 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < a.w; x++)
            out[y * w + x] = a.v[y * a.w + x] - a.v[(y - 1) * a.w + x];
    done(&a);
    return sum + a.w;
}

int main(void)
{
    int sizes[] = {1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    double sum = 0;
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 8; k++) {
            int w = sizes[i], h = sizes[k];
            sum += through_another(w, h, in, out) + on_the_heap(w, h, in, out);
            show("out", out, 200, sizeof *out);
            sum += one_for_all(w, h, in, out) + known_elsewhere(w, h, in, out);
            show("out", out, 200, sizeof *out);
            sum += narrower(w, h, in, out) + behind_a_change(w, h, in, out);
            show("out", out, 200, sizeof *out);
            sum += printed_at_last(w, h, in, out) + freed_with_the_next(w, h, in, out);
            sum += copied(w, h, in, out) + counted(w, h, in, out);
            show("out", out, 200, sizeof *out);
            sum += grown(w, h, in, out) + without_block(w, h, in, out);
            show("out", out, 200, sizeof *out);
        }
    show("sum", &sum, 1, sizeof sum);
    free(made_before.v);
    free(shared(0, 0).v);
    free(in);
    free(out);
    return 0;
}
