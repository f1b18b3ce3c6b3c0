/* `memset` and `memcpy` that stay calls, or become loops in loops of which not all is affine: with macros, members, rows of arrays, whole arrays. */
#include "bits.h"
typedef struct { int w, h; float *data; } image;
#define CLEAR(p, n) memset(p, 0, (n) * sizeof *(p))
static void stages(const image *in, image *out)
{
    int cell = 0, w = in->w, h = in->h;
    image t = { w, h, malloc(sizeof(float) * (w * h + 1)) };
    CLEAR(t.data, w * h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t.data[y * w + x] += in->data[y * w + x] * 2;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out->data[y * w + x] = t.data[y * w + x] + cell;
    free(t.data);
}
static int data(int n, const int *restrict key, const int *restrict in, int *restrict out)
{
    /* polycc: t[i] -> t; 1 cell instead of (n + 1) */
    int *count = malloc((n + 1) * sizeof *count), t = 0, *u = malloc((n + 1) * sizeof *u), s = 0;
    for (int k = 0; k < 3; k++) {
        memset(count, 0, n * sizeof *count);
        for (int i = 0; i < n; i++)
            count[key[i] % n]++;
        for (int i = 0; i < n; i++) {
            t = in[i] + k;
            u[i] = t;
            out[i] = u[i] + count[i];
        }
        while (s < 3 * k)
            s++;
        for (int cell_ = 0; cell_ < n; cell_++) {
            u[cell_] = out[cell_];
            s += u[cell_] > 0;
        }
    }
    free(count);  free(u);
    return s;
}

/* polycc: `two_apart` is `two` for memory that doesn't overlap */
static void two_apart(int n, int m, double a[n][m], double b[n][m])
{
    /* polycc: t[i][j] -> t[j]; m cells instead of n * m */
    double t[m];
    for (int i = 0; i < n; i++) {
        for (int cell_ = 0; cell_ < m; cell_++)
            t[cell_] = a[i][cell_];
        for (int j = 0; j < m; j++)
            t[j] += 1;
        for (int j = 0; j < m; j++)
            b[i][j] = t[j] * 2;
    }
}
static void two(int n, int m, double a[n][m], double b[n][m])
{
    /* polycc: `two_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(a + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)a, 1)) {
        two_apart(n, m, a, b);
        return;
    }
    double t[n][m];
    memset(t, 0, sizeof t);
    for (int i = 0; i < n; i++) {
        memcpy(t[i], a[i], m * sizeof(double));
        for (int j = 0; j < m; j++)
            t[i][j] += 1;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            b[i][j] = t[i][j] * 2;
}
static double last(int n, const double *restrict in)
{
    double t[n], u[n];
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 2;
        u[i] = t[i];
    }
    double *p = u;
    double r = p[n - 1] + sizeof t / sizeof(double);
    return r;
}
static void guarded(int n, unsigned m, long k, const double *restrict in, double *restrict out)
{
    double *t = calloc(40, sizeof *t);
    if (n > 0)
        memset(t, 0, n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] += in[i];
    for (int i = 0; i < n; i++)
        out[i] = t[i];
    double *u = malloc(40 * sizeof *u);
    memset(u, 0, m * sizeof *u);
    for (unsigned i = 0; i < m; i++)
        u[i] += in[i];
    for (unsigned i = 0; i < m; i++)
        out[i] += u[i];
    if (k >= 0) {
        memset(u, 0, k * sizeof *u);
        for (long i = 0; i < k; i++)
            u[i] += in[i];
        for (long i = 0; i < k; i++)
            out[i] += u[i];
    }
    free(t); free(u);
}
int main(void)
{
    static const int ns[] = {0, 1, 2, 3, 5, 8};
    for (int k = 0; k < 6; k++) {
        int n = ns[k], m = ns[(k + 2) % 6];
        float *in = data_f32(n * m + 1, 1), *out = data_f32(n * m + 1, 2);
        double *a = data_f64(n * m + 64, 1), *b = data_f64(n * m + 64, 2);
        int *key = data_i32(64, 3, 50), *ii = data_i32(64, 4, 50), *oo = data_i32(64, 5, 50);
        image from = {n, m, in}, to = {n, m, out};
        stages(&from, &to); show("out", out, n * m, 4);
        int s = n > 0 ? data(n, key, ii, oo) : 0; show("oo", oo, n, 4); show("s", &s, 1, 4);
        if (n && m) { two(n, m, (void *)a, (void *)b); show("b", b, n * m, 8); }
        if (n) { double r = last(n, a); show("r", &r, 1, 8); }
        guarded(n - 1, m, n - 2, a, b); show("b", b, 20, 8);
        free(in); free(out); free(a); free(b); free(key); free(ii); free(oo);
    }
    return 0;
}
