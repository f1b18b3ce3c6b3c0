/* `memset` and `memcpy` between loops are loops: of rows, of parts, of sizes of all types, behind early returns and conditions. */
#include "bits.h"
/* polycc: g[i] -> g; 1 cell instead of 64 */
static double g = 0;

/* polycc: `rows_apart` is `rows` for sizes as they should be, in memory that doesn't overlap */
static void rows_apart(int h, int w, const double *restrict in, double *restrict out)
{
    /* polycc: t[i * (long)w + j] -> t[j]; w cells instead of all */
    /* polycc: u[i * (long)w + j] -> u; 1 cell instead of all */
    double *t = malloc(sizeof(double[w])), u = 0;
    for (long y = 0; y < h; y++) {
        for (int cell_ = 0; cell_ < w; cell_++)
            t[cell_] = 0;
        for (int x = 1; x < w; x++)
            t[x] += in[y * w + x] + in[y * w + x - 1];
        for (long cell__1 = 0; cell__1 < w; cell__1++) {
            u = t[cell__1];
            out[y * w + cell__1] = u * 2 + t[cell__1];
        }
    }
    free(t);
}
static void rows(int h, int w, const double *restrict in, double *restrict out)
{
    /* polycc: `rows_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect(((long)h >= 1) && ((long)w >= 2), 1)) {
        rows_apart(h, w, in, out);
        return;
    }
    double *t = malloc(sizeof(double) * w * h + 8), *u = malloc(sizeof *u * w * h + 8);
    for (int y = 0; y < h; y++) {
        memset(t + y * w, 0, w * sizeof *t);
        for (int x = 1; x < w; x++)
            t[y * w + x] += in[y * w + x] + in[y * w + x - 1];
    }
    memcpy(u, t, (size_t)w * h * sizeof *u);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = u[y * w + x] * 2 + t[y * w + x];
    free(t);
    free(u);
}
static void offsets(int n, const int *restrict in, int *restrict out)
{
    int *t = malloc((n + 2) * sizeof(int));
    int cell = 3;
    if (n < 1) { free(t); return; }
    memset(&t[1], 0, (n - 1) * sizeof *t);
    t[0] = cell;
    t[n] = t[n + 1] = 4;
    for (int i = 0; i < n; i++)
        t[i] += in[i];
    memcpy(out, t + 1, n * sizeof(int));
    for (int i = 0; i < n; i++)
        out[i] += cell;
    free(t);
}
static void wide(size_t n, const unsigned char *restrict in, unsigned char *restrict out)
{
    /* polycc: t[i] -> t; 1 cell instead of ((long)n + 1) */
    /* polycc: m[i] -> m; 1 cell instead of ((long)n + 1) */
    unsigned char t = 0, m = 0;
    for (long cell_ = 0; cell_ < (long)n; cell_++) {
        t = 255;
        t = t - in[cell_];
        m = 1;
        out[cell_] = t * m;
    }
}
static void sizes(size_t n, const double *restrict in, double *restrict out)
{
    /* polycc: t[i] -> t; 1 cell instead of all */
    /* polycc: u[i] -> u; 1 cell instead of all */
    double t = 0, u = 0;
    for (long cell_ = 0; cell_ < (long)n; cell_++) {
        t = 0;
        t += in[cell_];
        u = t;
        out[cell_] = u * 2;
    }
}
static void changed(int n, const double *restrict in, double *restrict out)
{
    double *t = malloc(n * sizeof *t + 1), *u = malloc(n * sizeof *u + 1);
    for (int i = 0; i < n; i++) {
        t[i] = in[i] * 2;
        u[i] = t[i];
    }
    n = n / 2;
    for (int i = 0; i < n; i++)
        out[i] = u[i] + t[i];
    memset(out + n, 0, n * sizeof *out);
    free(t);
    free(u);
}
static int early(int n, const double *restrict in, double *restrict out)
{
    double *t = malloc(n * sizeof *t + 1);
    memset(t, 0, sizeof *t * n);
    if (n == 3) {
        free(t);
        return -1;
    }
    for (int i = 0; i < n; i++)
        t[i] += in[i];
    for (int i = 0; i < n; i++)
        out[i] = t[i] * 3;
    free(t);
    return 0;
}

/* polycc: `same_apart` is `same` for memory that doesn't overlap */
static void same_apart(int n, double *a, double *b, double *c)
{
    /* polycc: t[i] -> t; 1 cell instead of all */
    double t = 0;
    for (int cell_ = 0; cell_ < n; cell_++) {
        t = a[cell_];
        b[cell_] = t * 2;
        a[cell_] = 0;
        c[cell_] = b[cell_] + a[cell_] + t;
    }
}
static void same(int n, double *a, double *b, double *c)
{
    /* polycc: `same_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(a + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)a) && ((const char *)(a + (long)n) <= (const char *)c || (const char *)(c + (long)n) <= (const char *)a) && ((const char *)(b + (long)n) <= (const char *)c || (const char *)(c + (long)n) <= (const char *)b), 1)) {
        same_apart(n, a, b, c);
        return;
    }
    double *t = malloc(n * sizeof *t + 1);
    memcpy(t, a, n * sizeof *t);
    for (int i = 0; i < n; i++)
        b[i] = t[i] * 2;
    memset(a, 0, n * sizeof *a);
    for (int i = 0; i < n; i++)
        c[i] = b[i] + a[i] + t[i];
    free(t);
}
static double effects(int n, const double *restrict in)
{
    double *t = malloc((n + 1) * sizeof *t), s = 0;
    int m = n;
    memset(t, 0, sizeof *t * m--);
    for (int i = 0; i < m; i++)
        t[i] += in[i];
    for (int i = 0; i < m; i++)
        s += t[i];
    free(t);
    return s;
}
static int conditional(int n, int c, const double *restrict in, double *restrict out)
{
    double t[n + 1];
    for (int i = 0; i < n; i++)
        t[i] = in[i];
    if (c)
        memset(t, 0, n * sizeof t[0]);
    for (int i = 0; i < n; i++)
        out[i] = t[i] + 1;
    return n > 0 ? (int)t[0] : 0;
}
int main(void)
{
    static const int ns[] = {0, 1, 2, 3, 5, 8, 13};
    for (int k = 0; k < 7; k++) {
        int n = ns[k], m = ns[(k + 3) % 7];
        double *in = data_f64(n * m + n + 64, 1), *out = data_f64(n * m + n + 64, 2), *third = data_f64(64, 4);
        int *ii = data_i32(64, 5, 100), *oo = data_i32(64, 6, 100);
        rows(n, m, in, out); show("out", out, n * m, 8);
        offsets(n, ii, oo); show("oo", oo, 64, 4);
        wide(n, (unsigned char *)in, (unsigned char *)out); show("out", out, n, 1);
        sizes(n, in, out); show("out", out, n, 8);
        for (int cell_ = 0; cell_ < 64; cell_++) {
            /* polycc: t[i] -> t_2; 1 cell instead of 64 */
            /* fixed */
            int t_2 = 0;
            t_2 += ii[cell_];
            /* polycc: u[i] -> u; 1 cell instead of 64 */
            int u = t_2;
            g = 0;
            oo[cell_] = u * 2 + (int)g;
        }
         show("oo", oo, 64, 4);
        changed(n, in, out); show("out", out, n, 8);
        early(n, in, out); show("out", out, n, 8);
        same(n, in, out, third); show("c", third, n, 8); show("in", in, n, 8);
        same(n, out, in, out); show("out", out, n, 8);
        // memory that overlaps, which a test tells
        same(n, in, in + 1, out); show("out", out, n, 8);
        double e = effects(n, in); show("e", &e, 1, 8);
        conditional(n, k % 2, in, out); show("out", out, n, 8);
        free(in); free(out); free(third); free(ii); free(oo);
    }
    return 0;
}
