// polycc: --optimize speed
// expect: contracted t
// expect: contracted u
// expect: contracted s
/* Functions that obtain a block of a size that they compute from several numbers. A smaller block is asked of the same function where
   its numbers are wide enough for any size; else the block keeps its size. */
#include "bits.h"

static float *plane(int w, int h)
{
    float *p = malloc((size_t)w * h * sizeof(float));
    if (!p) {
        fprintf(stderr, "no memory for %d x %d\n", w, h);
        exit(1);
    }
    return p;
}

static void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n, size);
    if (!p)
        abort();
    return p;
}

static double *padded(int w, int h)
{
    double *p = malloc((size_t)(w + 2) * h * sizeof(double));
    if (!p)
        exit(1);
    return p;
}

static void rows(int w, int h, const float *restrict in, float *restrict out)
{
    float *t = plane(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t[y * w + x] = in[y * w + x] * 2;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = t[y * w + x] - t[(y - 1) * w + x];
    free(t);
}

static void wide(int w, int h, const float *restrict in, float *restrict out)
{
    float *u = xcalloc((size_t)w * h, sizeof(float));
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            u[y * w + x] = in[y * w + x] * 3;
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = u[y * w + x] + u[(y - 1) * w + x];
    free(u);
}

static void bordered(int w, int h, const double *restrict in, double *restrict out)
{
    double *s = padded(w, h);
    for (int y = 0; y < h; y++) {
        s[y * (w + 2)] = s[y * (w + 2) + w + 1] = 0;
        for (int x = 0; x < w; x++)
            s[y * (w + 2) + x + 1] = in[y * w + x] + 1;
    }
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = s[y * (w + 2) + x] * s[(y - 1) * (w + 2) + x + 2];
    free(s);
}

static int asked;

/* the number is counted, too */
static float *counted(int w, int h)
{
    float *p = malloc((size_t)w * h * sizeof(float) + 4 * asked++);
    if (!p)
        exit(1);
    return p;
}

static float *kept;

/* and here the block is known by another name */
static float *known(int w, int h)
{
    float *p = malloc((size_t)w * h * sizeof(float));
    if (!p)
        exit(1);
    kept = p;
    return p;
}

/* one number counts twice, so that a call that changes it can't be told from two */
static double *square(int n)
{
    double *p = malloc(sizeof(double) * n * n);
    if (!p)
        exit(1);
    return p;
}

static int others(int w, int h, const float *restrict in, float *restrict out)
{
    int n = 3;
    float *a = counted(w, h), *b = known(w, h);
    double *c = square(n++);
    for (int i = 0; i < w * h; i++)
        a[i] = in[i] - 1;
    for (int i = 0; i < w * h; i++)
        b[i] = a[i] * a[i];
    for (int i = 0; i < 9; i++)
        c[i] = i < w * h ? b[i] : 0;
    for (int i = 0; i < w * h; i++)
        out[i] = kept[i] + (float)c[i % 9];
    free(a);
    free(b);
    free(c);
    return n + asked;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 5, 8, 13};
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            int w = sizes[i], h = sizes[j];
            float *in = data_f32(w * h, 3), *out = data_f32(w * h, 8);
            double *from = data_f64(w * h, 5), *to = data_f64(w * h, 6);
            rows(w, h, in, out);
            show("rows", out, w * h, sizeof *out);
            wide(w, h, in, out);
            show("wide", out, w * h, sizeof *out);
            bordered(w, h, from, to);
            show("bordered", to, w * h, sizeof *to);
            printf("%d\n", others(w, h, in, out));
            show("others", out, w * h, sizeof *out);
            free(in);
            free(out);
            free(from);
            free(to);
        }
    return 0;
}
