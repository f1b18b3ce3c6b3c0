// expect: contracted a_re
// expect: contracted a_im
/* Assignments whose values are assigned on: sizes of two structures, members that become null together. */
#include "bits.h"

struct pair {
    int w, h;
    double *re, *im;
};

static int pair_init(struct pair *p, int w, int h)
{
    p->re = p->im = NULL;
    p->w = w;
    p->h = h;
    p->re = malloc(sizeof(double) * w * h);
    p->im = malloc(sizeof(double) * w * h);
    if (!p->re || !p->im)
        return -1;
    return 0;
}

static void pair_drop(struct pair *p)
{
    free(p->re);
    free(p->im);
    p->re = p->im = NULL;
}

static void turn(const struct pair *in, struct pair *out)
{
    for (int y = 1; y < in->h; y++)
        for (int x = 0; x < in->w; x++) {
            out->re[y * in->w + x] = in->re[y * in->w + x] - in->im[(y - 1) * in->w + x];
            out->im[y * in->w + x] = in->im[y * in->w + x] + in->re[(y - 1) * in->w + x];
        }
}

static int released(int w, int h, const double *restrict in, double *restrict out)
{
    int status = 1;
    struct pair a = {0}, b = {0};
    if (pair_init(&a, w, h) < 0 || pair_init(&b, w, h) < 0) goto out;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            a.re[y * w + x] = 2 * in[y * w + x];
            a.im[y * w + x] = 3 - in[y * w + x];
        }
    turn(&a, &b);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = b.re[y * w + x] * b.im[y * w + x];
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
    one.v = malloc(sizeof(double) * n);
    two.v = malloc(sizeof(double) * n);
    line_fill(&one, in);
    line_twice(&one, &two);
    line_sum(&two, out);
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
    a.v = malloc(sizeof(double) * (n + 1));
    b.v = malloc(sizeof(double) * (n + 1));
    line_fill(&a, in);
    line_twice(&a, &b);
    line_sum(&b, out);
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
    a.v = malloc(sizeof(double) * (n + 1));
    for (int i = 0; i < a.n; i++)
        a.v[i] = in[i] * 3;
    for (int i = 1; i < a.n; i++)
        out[i] = a.v[i] - a.v[i - 1];
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
