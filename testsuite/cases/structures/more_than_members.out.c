/* Structures of which more is known than their members, and blocks of which more is done than to use their cells. */
#include "bits.h"

typedef struct {
    int w, h;
    double *v;
} plane;

#define FILL(t)                                                                \
    for (int y = 0; y < h; y++)                                                \
        for (int x = 1; x < w - 1; x++)                                        \
            (t).v[y * (t).w + x] = in[y * w + x - 1] + in[y * w + x + 1];

#define USE(t)                                                                 \
    for (int y = 1; y < h; y++)                                                \
        for (int x = 1; x < w - 1; x++)                                        \
            out[y * w + x] = (t).v[y * (t).w + x] - (t).v[(y - 1) * (t).w + x];

/* read behind the region */
static double last(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    USE(t)
    double sum = h > 0 && w > 2 ? t.v[(h - 1) * w + 1] + t.v[1] : 0;
    free(t.v);
    return sum;
}

/* given to the caller */
static plane given(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    USE(t)
    return t;
}

/* copied, and read through the copy */
static double copied(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))}, u;
    u = t;
    FILL(t)
    USE(t)
    double sum = h > 0 && w > 2 ? u.v[1] : 0;
    free(t.v);
    return sum;
}

static plane *known;

static void keep(plane *t)
{
    known = t;
}

static void change_kept(void)
{
    if (known->w > 2 && known->h > 0)
        known->v[1] += 1;
}

/* known to a function that remembers it */
static void passed(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    keep(&t);
    change_kept();
    USE(t)
    free(t.v);
}

/* its address is known to a pointer */
static double pointed(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))}, *p = &t;
    FILL(t)
    USE(t)
    double sum = h > 0 && w > 2 ? p->v[1] : 0;
    free(p->v);
    return sum;
}

/* a member's address leads to the others */
static double beside(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    int *p = &t.w;
    FILL(t)
    USE(t)
    double sum = h > 0 && w > 2 ? ((plane *)p)->v[1] : 0;
    free(t.v);
    return sum;
}

/* two that change places */
static double swapped(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))}, u = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    double *v = t.v;
    t.v = u.v;
    u.v = v;
    USE(u)
    double sum = h > 0 && w > 2 ? u.v[1] : 0;
    free(t.v);
    free(u.v);
    return sum;
}

/* two names for one block */
static double twice(int w, int h, const double *restrict in, double *restrict out)
{
    struct { int w, h; double *v, *again; } t = {w, h, malloc(w * h * sizeof(double)), NULL};
    t.again = t.v;
    FILL(t)
    USE(t)
    double sum = h > 0 && w > 2 ? t.again[1] : 0;
    free(t.v);
    return sum;
}

/* set to zeros as a whole */
static void cleared(int w, int h, const double *restrict in, double *restrict out)
{
    plane t;
    memset(&t, 0, sizeof t);
    t.w = w;
    t.v = malloc(w * h * sizeof(double));
    FILL(t)
    USE(t)
    free(t.v);
}

/* the width changes meanwhile */
static void narrower(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t.v[y * t.w + x] = 2 * in[y * w + x];
    t.w = w / 2;
    for (int y = 1; y < h; y++)
        for (int x = 1; x < t.w - 1; x++)
            out[y * w + x] = t.v[y * t.w + x] - t.v[(y - 1) * t.w + x];
    free(t.v);
}

/* the width is counted with */
static void counted(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    for (t.h = 0; t.h < h; t.h++)
        for (int x = 1; x < w - 1; x++)
            t.v[t.h * w + x] = in[t.h * w + x - 1] + in[t.h * w + x + 1];
    for (t.h = 1; t.h < h; t.h++)
        for (int x = 1; x < w - 1; x++)
            out[t.h * w + x] = t.v[t.h * w + x] - t.v[(t.h - 1) * w + x];
    free(t.v);
}

/* a loop around, whose iterations see what the one before left */
static double around(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    double sum = 0;
    for (int k = 0; k < 3; k++) {
        if (k > 0 && h > 0 && w > 2)
            sum += t.v[1];
        FILL(t)
        USE(t)
    }
    free(t.v);
    return sum;
}

/* a block for each iteration */
static void each(int w, int h, const double *restrict in, double *restrict out)
{
    for (int k = 0; k < 3; k++) {
        /* polycc: t.v[i * w + j] -> t.v[(i % 2) * w + j]; 2 * w cells instead of h * w */
        plane t = {w, h, malloc(sizeof(double) * 2 * w)};
        {
            double *t_v_0 = &t.v[0], *t_v_1 = &t.v[w];
            for (int y = 0; y < h; y++) {
                for (int x = 1; x < w - 1; x++)
                    t_v_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
                if (y >= 1)
                    for (int x = 1; x < w - 1; x++)
                        out[y * w + x] = t_v_0[x] - t_v_1[x];
                double *t_v_next = t_v_1;
                t_v_1 = t_v_0, t_v_0 = t_v_next;
            }
        }
        free(t.v);
    }
}

/* two blocks, one after the other */
static void again(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, NULL};
    t.v = malloc(w * h * sizeof(double));
    FILL(t)
    USE(t)
    free(t.v);
    t.v = malloc(w * h * sizeof(double));
    FILL(t)
    USE(t)
    free(t.v);
}

/* too early a way out */
static int early(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {.h = h, .w = w};
    int result = -1;
    if (w < 3)
        goto out;
    /* polycc: t.v[i * t.w + j] -> t.v[(i % 2) * t.w + j]; 2 * t.w cells instead of h * t.w */
    t.v = malloc(sizeof(double) * 2 * t.w);
    if (!t.v)
        goto out;
    {
        double *t_v_0 = &t.v[0], *t_v_1 = &t.v[t.w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_v_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    out[y * w + x] = t_v_0[x] - t_v_1[x];
            double *t_v_next = t_v_1;
            t_v_1 = t_v_0, t_v_0 = t_v_next;
        }
    }
    result = t.w + t.h;
out:
    free(t.v);
    return result;
}

/* another variable of the same name */
static void hidden(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    for (int k = 0; k < 2; k++) {
        plane t = {w, h, (double *)in};
        (void)t;
    }
    USE(t)
    free(t.v);
}

/* an unused block, and one with an effect on its size */
static int effects(int w, int h, const double *restrict in, double *restrict out)
{
    int n = 0;
    struct { int w, h; double *v, *more; } t = {w, h, malloc((n++, w * h * sizeof(double))), malloc(8)};
    FILL(t)
    USE(t)
    free(t.v);
    free(t.more);
    return n;
}

/* a size in bytes of something else, and of the block's cells */
static void sized(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: t.v[i * w + j] -> t.v[(i % 2) * w + j]; 2 * w cells instead of h * w */
    plane t = {w, h, malloc(sizeof(double) * 2 * w)};
    {
        double *t_v_0 = &t.v[0], *t_v_1 = &t.v[w];
        for (int y = 0; y < h; y++) {
            for (int x = 1; x < w - 1; x++)
                t_v_0[x] = in[y * w + x - 1] + in[y * w + x + 1];
            if (y >= 1)
                for (int x = 1; x < w - 1; x++)
                    out[y * w + x] = t_v_0[x] - t_v_1[x];
            double *t_v_next = t_v_1;
            t_v_1 = t_v_0, t_v_0 = t_v_next;
        }
    }
    if (sizeof t != sizeof(plane))
        out[0] = 0;
    free(t.v);
}

/* a union, an array in it, and a structure in it */
static void odd(int w, int h, const double *restrict in, double *restrict out)
{
    struct { union { int w; float f; }; int h[2]; double *v; } t = {{w}, {h, h}, malloc(w * h * sizeof(double))};
    FILL(t)
    USE(t)
    free(t.v);
}

/* unsigned and narrow members */
static void narrow(int w, int h, const double *restrict in, double *restrict out)
{
    struct { unsigned char w; unsigned h; double *v; } t = {w, h, malloc(sizeof(double) * w * h)};
    FILL(t)
    USE(t)
    free(t.v);
}

/* given up before it is used */
static void replaced(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(8)};
    t.v = realloc(t.v, (w * h + 1) * sizeof(double));
    FILL(t)
    USE(t)
    free(t.v);
}

/* threads */
static void shared(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
#pragma omp parallel for
    for (int y = 0; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            t.v[y * t.w + x] = in[y * w + x - 1] + in[y * w + x + 1];
#pragma omp parallel for firstprivate(t)
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = t.v[y * t.w + x] - t.v[(y - 1) * t.w + x];
    free(t.v);
}

/* in a statement that is an expression, and behind `sizeof` */
static void within(int w, int h, const double *restrict in, double *restrict out)
{
    plane t = {w, h, malloc(w * h * sizeof(double))};
    FILL(t)
    int n = ({ plane *q = &t; q->w; });
    USE(t)
    (void)n;
    free(t.v);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    double sum = 0;
    for (int a = 0; a < 9; a++)
        for (int b = 0; b < 9; b++) {
            int w = sizes[a], h = sizes[b];
            plane t;
            sum += last(w, h, in, out);
            t = given(w, h, in, out);
            if (w > 2 && h > 0)
                sum += t.v[1];
            free(t.v);
            sum += copied(w, h, in, out);
            passed(w, h, in, out);
            sum += pointed(w, h, in, out);
            sum += beside(w, h, in, out);
            sum += swapped(w, h, in, out);
            sum += twice(w, h, in, out);
            cleared(w, h, in, out);
            narrower(w, h, in, out);
            show("out", out, 200, sizeof *out);
            counted(w, h, in, out);
            sum += around(w, h, in, out);
            each(w, h, in, out);
            again(w, h, in, out);
            sum += early(w, h, in, out);
            hidden(w, h, in, out);
            sum += effects(w, h, in, out);
            show("out", out, 200, sizeof *out);
            sized(w, h, in, out);
            odd(w, h, in, out);
            narrow(w, h, in, out);
            replaced(w, h, in, out);
            shared(w, h, in, out);
            within(w, h, in, out);
            show("out", out, 200, sizeof *out);
        }
    show("sum", &sum, 1, sizeof sum);
    free(in);
    free(out);
    return 0;
}
