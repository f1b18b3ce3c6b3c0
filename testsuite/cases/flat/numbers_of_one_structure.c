// polycc: --at n=100000000
// expect: scalarized level
// says: `*s`
/* Numbers of a structure that may lie in what is written: one range of the test holds them all. */
#include "bits.h"

struct settings {
    double attack, release, threshold, ratio, makeup;
    double table[4];
};

static void compress(const struct settings *s, const double *left, const double *right, double *a, double *b, int n)
{
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

/* an array in the structure has a range of its own */
static void filter(struct settings *s, const double *in, double *out, int n)
{
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
