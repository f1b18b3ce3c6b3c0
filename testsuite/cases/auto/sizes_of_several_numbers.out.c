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
    /* polycc: t[i * w + j] -> t[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *t = plane(w, h);
    for (int y = 0; y < h; y++) {
        float *t_0 = &t[(y % 2) * w];
        for (int x = 0; x < w; x++)
            t_0[x] = in[y * w + x] * 2;
        if (y >= 1) {
            const float *t_1 = &t[((y - 1) % 2) * w];
            for (int x = 0; x < w; x++)
                out[y * w + x] = t_0[x] - t_1[x];
        }
    }
    free(t);
}

static void wide(int w, int h, const float *restrict in, float *restrict out)
{
    /* polycc: u[i * w + j] -> u[(i % 2) * w + j]; 2 * w cells instead of h * w */
    float *u = xcalloc(sizeof(float) * 2 * w, 1);
    {
        float *u_0 = &u[0], *u_1 = &u[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                u_0[x] = in[y * w + x] * 3;
            if (y >= 1)
                for (int x = 0; x < w; x++)
                    out[y * w + x] = u_0[x] + u_1[x];
            float *u_next = u_1;
            u_1 = u_0, u_0 = u_next;
        }
    }
    free(u);
}

static void bordered(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: s[i * (w + 2) + j] -> s[(i % 2) * (w + 2) + j]; 2 * (w + 2) cells instead of h * (w + 2) */
    double *s = padded(w, h);
    for (int y = 0; y < h; y++) {
        double *s_0 = &s[(y % 2) * (w + 2)];
        s_0[w + 1] = 0;
        s_0[0] = 0;
        for (int x = 0; x < w; x++)
            s_0[x + 1] = in[y * w + x] + 1;
        if (y >= 1) {
            const double *s_1 = &s[((y - 1) % 2) * (w + 2)];
            for (int x = 0; x < w; x++)
                out[y * w + x] = s_0[x] * s_1[x + 2];
        }
    }
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
