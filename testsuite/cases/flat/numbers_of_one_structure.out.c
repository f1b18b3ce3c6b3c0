// polycc: --at n=100000000
// expect: scalarized level
// says: `*s`
/* Numbers of a structure that may lie in what is written: one range of the test holds them all. */
#include "bits.h"

struct settings {
    double attack, release, threshold, ratio, makeup;
    double table[4];
};

/* polycc: `compress_apart` is `compress` for memory that doesn't overlap */
static void compress_apart(const struct settings *s, const double *left, const double *right, double *a, double *b, int n)
{
    /* polycc: level[i] -> level; 1 cell instead of n */
    double level = 0;
    /* polycc: gain[i] -> gain; 1 cell instead of n */
    double gain = 0;
    double e = 0;
    for (int i = 0; i < n; i++) {
        level = left[i] > right[i] ? left[i] : right[i];
        e += (level > e ? s->attack : s->release) * (level - e);
        level = e;
        gain = level > s->threshold ? (level - s->threshold) / s->ratio : 1;
        a[i] = left[i] * gain + s->makeup;
        b[i] = right[i] * gain + s->makeup;
    }
}

static void compress(const struct settings *s, const double *left, const double *right, double *a, double *b, int n)
{
    /* polycc: `compress_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(left + (long)n) <= (const char *)a || (const char *)(a + (long)n) <= (const char *)left) && ((const char *)(left + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)left) && ((const char *)(right + (long)n) <= (const char *)a || (const char *)(a + (long)n) <= (const char *)right) && ((const char *)(right + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)right) && ((const char *)(s + 1) <= (const char *)a || (const char *)(a + (long)n) <= (const char *)s) && ((const char *)(s + 1) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)s) && ((const char *)(a + (long)n) <= (const char *)b || (const char *)(b + (long)n) <= (const char *)a), 1)) {
        compress_apart(s, left, right, a, b, n);
        return;
    }
    double *level = malloc(n * sizeof *level);
    double *gain = malloc(n * sizeof *gain);
    double e = 0;
    for (int i = 0; i < n; i++) {
        level[i] = left[i] > right[i] ? left[i] : right[i];
        e += (level[i] > e ? s->attack : s->release) * (level[i] - e);
        level[i] = e;
    }
    for (int i = 0; i < n; i++)
        gain[i] = level[i] > s->threshold ? (level[i] - s->threshold) / s->ratio : 1;
    for (int i = 0; i < n; i++) {
        a[i] = left[i] * gain[i] + s->makeup;
        b[i] = right[i] * gain[i] + s->makeup;
    }
    free(level);
    free(gain);
}

/* polycc: `filter_apart` is `filter` for memory that doesn't overlap */
static void filter_apart(struct settings *s, const double *in, double *out, int n)
{
    /* polycc: t[i] -> t[i % 515]; 515 cells instead of (n + 4) */
    double *t = malloc(sizeof(double[515]));
    for (long t1 = 0; t1 <= (long)n + 2; t1 += 512) {
        for (int i = t1; i <= (n + 2 < t1 + 511 ? n + 2 : t1 + 511); i++)
            t[i - t1 + 3] = in[i] * s->attack + s->release;
        for (int i = 3 > t1 ? 3 : t1; i <= (n + 2 < t1 + 511 ? n + 2 : t1 + 511); i++)
            out[i - 3] = t[i - t1] * s->table[0] + t[i - t1 + 1] * s->table[1] + t[i - t1 + 2] * s->table[2] + t[i - t1 + 3] * s->table[3];
        for (int cell = 0; cell < 3; cell++)
            t[cell] = t[cell + 512];
    }
    free(t);
}

/* an array in the structure has a range of its own */
static void filter(struct settings *s, const double *in, double *out, int n)
{
    /* polycc: `filter_apart` is for memory that doesn't overlap */
    if (__builtin_expect(((const char *)(in + ((long)n + 3)) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)in) && ((const char *)(&s->attack + 1) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)&s->attack) && ((const char *)(&s->release + 1) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)&s->release) && ((const char *)(out + (long)n) <= (const char *)s->table || (const char *)(s->table + 4) <= (const char *)out), 1)) {
        filter_apart(s, in, out, n);
        return;
    }
    double *t = malloc((n + 4) * sizeof *t);
    for (int i = 0; i < n + 3; i++)
        t[i] = in[i] * s->attack + s->release;
    for (int i = 0; i < n; i++)
        out[i] = t[i] * s->table[0] + t[i + 1] * s->table[1] + t[i + 2] * s->table[2] + t[i + 3] * s->table[3];
    free(t);
}

int main(void)
{
    double *in = data_f64(64, 5);
    struct settings s[3];
    double *cells = (double *)s;
    for (int offset = 0; offset < 27; offset++)
        for (int n = 0; n < 5; n++) {
            memcpy(s, in, sizeof s);
            s[1].ratio = 3;
            compress(&s[1], in, in + 16, cells + offset % 22, cells + (offset + 5) % 22, n);
            show("apart from some", s, 27, sizeof(double));
            memcpy(s, in, sizeof s);
            filter(&s[1], in, cells + offset % 22, n);
            show("filtered", s, 27, sizeof(double));
        }
    double *out = data_f64(64, 6);
    s[1].ratio = 2;
    compress(&s[1], in, in + 20, out, out + 20, 20);
    filter(&s[1], in, out + 40, 20);
    show("out", out, 64, sizeof *out);
    free(in);
    free(out);
    return 0;
}
