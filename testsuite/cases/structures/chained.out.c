// expect: contracted a_re
// expect: contracted a_im
/* Assignments whose values are assigned on: sizes of two structures, members that become null together. */
#include "bits.h"

struct pair {
    int w, h;
    double *re, *im;
};

static void pair_drop(struct pair *p)
{
    free(p->re);
    free(p->im);
    p->re = p->im = NULL;
}

static int released(int w, int h, const double *restrict in, double *restrict out)
{
    int status = 1;
    struct pair a = {0}, b = {0};
    { /* pair_init */
        a.re = a.im = NULL;
        a.w = w;
        a.h = h;
        /* polycc: a.re[i * w + j] -> a.re[(i % 2) * w + j]; 2 * w cells instead of h * w */
        a.re = malloc(sizeof(double) * 2 * w);
        /* polycc: a.im[i * w + j] -> a.im[(i % 2) * w + j]; 2 * w cells instead of h * w */
        a.im = malloc(sizeof(double) * 2 * w);
        if (!a.re || !a.im) goto out;
    }
    { /* pair_init */
        b.re = b.im = NULL;
        b.w = w;
        b.h = h;
        /* polycc: b.re[i * w + j] -> b.re[j]; w cells instead of h * w */
        b.re = malloc(sizeof(double[w]));
        /* polycc: b.im[i * w + j] -> b.im[j]; w cells instead of h * w */
        b.im = malloc(sizeof(double[w]));
        if (!b.re || !b.im) goto out;
    }
    {
        double *a_re_0 = &a.re[0], *a_re_1 = &a.re[w];
        double *a_im_0 = &a.im[0], *a_im_1 = &a.im[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                a_re_0[x] = 2 * in[y * w + x];
                a_im_0[x] = 3 - in[y * w + x];
            }
            if (y >= 1) {
                for (int x = 0; x < w; x++) {
                    /* turn */
                    b.re[x] = a_re_0[x] - a_im_1[x];
                    b.im[x] = a_im_0[x] + a_re_1[x];
                }
                for (int x = 0; x < w; x++)
                    out[y * w + x] = b.re[x] * b.im[x];
            }
            double *a_re_next = a_re_1;
            a_re_1 = a_re_0, a_re_0 = a_re_next;
            double *a_im_next = a_im_1;
            a_im_1 = a_im_0, a_im_0 = a_im_next;
        }
    }
    status = 0;
out:
    pair_drop(&a);
    pair_drop(&b);
    return status;
}

struct line {
    int n, start;
    unsigned char low;
    double *v;
};

static void line_twice(const struct line *in, struct line *out)
{
    for (int i = 0; i < in->n; i++)
        out->v[i] = 2 * in->v[i];
}

static void line_sum(const struct line *in, double *restrict out)
{
    for (int i = 1; i < in->n; i++)
        out[i] = in->v[i] + in->v[i - 1];
}

static void line_fill(struct line *a, const double *restrict in)
{
    for (int i = 0; i < a->n; i++)
        a->v[i] = 1 - in[i];
}

/* the sizes of both by one statement */
static void sized(int n, const double *restrict in, double *restrict out)
{
    struct line one, two;
    one.n = two.n = n;
    one.start = two.start = 0;
    one.v = two.v = NULL;
    /* polycc: one.v[i] -> one.v[i % 512]; 512 cells instead of n */
    one.v = malloc(sizeof(double[512]));
    /* polycc: two.v[i] -> two.v[i % 513]; 513 cells instead of n */
    two.v = malloc(sizeof(double[513]));
    for (long t = 0; t < (long)n; t += 512) {
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_fill */
            one.v[i - t] = 1 - in[i];
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_twice */
            two.v[i - t + 1] = 2 * one.v[i - t];
        for (int i = 1 > t ? 1 : t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_sum */
            out[i] = two.v[i - t + 1] + two.v[i - t];
        two.v[0] = two.v[512];
    }
    free(one.v);
    free(two.v);
    one.n = two.n = 0;
}

/* what is assigned on went through a smaller type */
static void cut_off(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    b.n = a.n = a.low = n + 250;
    a.v = malloc(sizeof(double) * 260);
    b.v = malloc(sizeof(double) * 260);
    line_fill(&a, in);
    line_twice(&a, &b);
    line_sum(&b, out);
    free(a.v);
    free(b.v);
}

static int drawn;

static int draw(int n)
{
    drawn++;
    return n - (drawn & 1);
}

/* the value is computed once */
static void once(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    a.n = b.n = draw(n);
    /* polycc: a.v[i] -> a.v[i % 512]; 512 cells instead of (n + 1) */
    a.v = malloc(sizeof(double[512]));
    /* polycc: b.v[i] -> b.v[i % 513]; 513 cells instead of (n + 1) */
    b.v = malloc(sizeof(double[513]));
    for (long t = 0; t < (long)b.n; t += 512) {
        for (int i = t; i <= (b.n - 1 < t + 511 ? b.n - 1 : t + 511); i++)
            /* line_fill */
            a.v[i - t] = 1 - in[i];
        for (int i = t; i <= (b.n - 1 < t + 511 ? b.n - 1 : t + 511); i++)
            /* line_twice */
            b.v[i - t + 1] = 2 * a.v[i - t];
        for (int i = 1 > t ? 1 : t; i <= (b.n - 1 < t + 511 ? b.n - 1 : t + 511); i++)
            /* line_sum */
            out[i] = b.v[i - t + 1] + b.v[i - t];
        b.v[0] = b.v[512];
    }
    free(a.v);
    free(b.v);
}

/* one block by two names */
static void shared(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    a.n = b.n = n;
    a.v = b.v = malloc(sizeof(double) * (n + 1));
    line_fill(&a, in);
    for (int i = 1; i < a.n; i++)
        b.v[i - 1] = 2 * a.v[i];
    line_sum(&a, out);
    free(a.v);
}

struct watched {
    volatile int seen;
    int n;
    double *v;
};

/* whoever watches sees one write, and it is read for the second */
static void watching(int n, const double *restrict in, double *restrict out)
{
    struct watched a;
    a.n = a.seen = n;
    /* polycc: a.v[i] -> a.v[i % 513]; 513 cells instead of (n + 1) */
    a.v = malloc(sizeof(double[513]));
    for (long t = 0; t < (long)a.n; t += 512) {
        for (int i = t; i <= (a.n - 1 < t + 511 ? a.n - 1 : t + 511); i++)
            a.v[i - t + 1] = in[i] * 3;
        for (int i = 1 > t ? 1 : t; i <= (a.n - 1 < t + 511 ? a.n - 1 : t + 511); i++)
            out[i] = a.v[i - t + 1] - a.v[i - t];
        a.v[0] = a.v[512];
    }
    free(a.v);
}

/* where it stands alone behind a condition, and where somebody asks for the value */
static int asked(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    int more;
    a.v = malloc(sizeof(double) * (n + 1));
    b.v = malloc(sizeof(double) * (n + 1));
    a.n = b.n = 0;
    if (n > 3)
        a.n = b.n = n - 1;
    if ((more = a.start = n / 2) > 2)
        a.n++;
    line_fill(&a, in);
    line_twice(&a, &b);
    line_sum(&b, out);
    free(a.v);
    free(b.v);
    return more;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 7, 12};
    double *in = data_f64(300, 5), *out = data_f64(300, 6);
    int sum = 0;
    for (int a = 0; a < 6; a++) {
        int n = sizes[a];
        for (int b = 0; b < 6; b++) {
            sum += released(n, sizes[b], in, out);
            show("out", out, 300, sizeof *out);
        }
        sized(n, in, out);
        show("out", out, 300, sizeof *out);
        cut_off(n, in, out);
        show("out", out, 300, sizeof *out);
        once(n, in, out);
        show("out", out, 300, sizeof *out);
        shared(n, in, out);
        show("out", out, 300, sizeof *out);
        watching(n, in, out);
        show("out", out, 300, sizeof *out);
        sum += asked(n, in, out);
        show("out", out, 300, sizeof *out);
    }
    printf("%d\n", sum);
    free(in);
    free(out);
    return 0;
}
