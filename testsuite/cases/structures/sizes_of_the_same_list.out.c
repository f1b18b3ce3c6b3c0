/* A block whose size is computed beside the members that count its rows: these have no value there yet. */
#include "bits.h"

struct plane {
    int w, h;
    double *v;
};

/* the sizes of the members, as the members of others say them */
static void one(const struct plane *in, double *restrict out)
{
    /* polycc: t.v[i * in->w + j] -> t.v[(i % 2) * in->w + j]; 2 * in->w cells instead of in->h * in->w */
    struct plane t = {in->w, in->h, malloc(sizeof(double) * 2 * in->w)};
    {
        double *t_v_0 = &t.v[0], *t_v_1 = &t.v[in->w];
        for (int y = 0; y < in->h; y++) {
            for (int x = 1; x < in->w - 1; x++)
                t_v_0[x] = in->v[y * in->w + x - 1] + in->v[y * in->w + x + 1];
            if (y >= 1)
                for (int x = 1; x < in->w - 1; x++)
                    out[y * in->w + x] = t_v_0[x] - t_v_1[x];
            double *t_v_next = t_v_1;
            t_v_1 = t_v_0, t_v_0 = t_v_next;
        }
    }
    free(t.v);
}

/* sums */
static void two(int w, int h, const double *restrict in, double *restrict out)
{
    /* polycc: t.v[i * (w + 2) + j] -> t.v[(i % 3) * (w + 2) + j]; 3 * (w + 2) cells instead of (h + 2) * (w + 2) */
    struct plane t = {w + 2, h + 2, malloc(sizeof(double) * 3 * (w + 2))};
    {
        double *t_v_0 = &t.v[0], *t_v_1 = &t.v[2 * w + 4], *t_v_2 = &t.v[w + 2];
        for (int y = 0; y <= h + 1; y++) {
            for (int x = 0; x <= w + 1; x++)
                t_v_0[x] = x >= 1 && x <= w && y >= 1 && y <= h ? in[(y - 1) * (long)w + x - 1] : 0;
            if (y >= 2)
                for (int x = 0; x < w; x++)
                    out[(y - 2) * w + x] = t_v_2[x + 1] + t_v_1[x] + t_v_0[x + 2];
            double *t_v_next = t_v_2;
            t_v_2 = t_v_1, t_v_1 = t_v_0, t_v_0 = t_v_next;
        }
    }
    free(t.v);
}

static int count;
static int next(int n) { count++; return n; }

/* only the member knows */
static void three(int w, int h, const double *restrict in, double *restrict out)
{
    struct plane t = {next(w), next(h), malloc(sizeof(double) * w * h)};
    for (int y = 0; y < t.h; y++)
        for (int x = 1; x < t.w - 1; x++)
            t.v[y * t.w + x] = in[y * t.w + x - 1] + in[y * t.w + x + 1];
    for (int y = 1; y < t.h; y++)
        for (int x = 1; x < t.w - 1; x++)
            out[y * t.w + x] = t.v[y * t.w + x] - t.v[(y - 1) * t.w + x];
    free(t.v);
}

/* what a member is given changes */
static void four(int w, int h, const double *restrict in, double *restrict out)
{
    struct plane t = {w, h, malloc(sizeof(double) * w * h)};
    w = w / 2;
    for (int y = 0; y < t.h; y++)
        for (int x = 1; x < t.w - 1; x++)
            t.v[y * t.w + x] = in[y * t.w + x - 1] + in[y * t.w + x + 1];
    for (int y = 1; y < t.h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = t.v[y * t.w + x] - t.v[(y - 1) * t.w + x];
    free(t.v);
}

/* the structure that says the size goes away */
static void five(struct plane *in, double *restrict out, const double *restrict from)
{
    struct plane t = {in->w, in->h, malloc(sizeof(double) * in->w * in->h)};
    free(in);
    for (int y = 0; y < t.h; y++)
        for (int x = 1; x < t.w - 1; x++)
            t.v[y * t.w + x] = from[y * t.w + x - 1] + from[y * t.w + x + 1];
    for (int y = 1; y < t.h; y++)
        for (int x = 1; x < t.w - 1; x++)
            out[y * t.w + x] = t.v[y * t.w + x] - t.v[(y - 1) * t.w + x];
    free(t.v);
}

int main(void)
{
    int sizes[] = {0, 1, 2, 3, 4, 5, 6, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int w = 0; w < 9; w++)
        for (int h = 0; h < 9; h++) {
            struct plane a = {sizes[w], sizes[h], in}, *b = malloc(sizeof *b);
            one(&a, out);
            two(sizes[w], sizes[h], in, out);
            three(sizes[w], sizes[h], in, out);
            four(sizes[w], sizes[h], in, out);
            *b = a;
            five(b, out, in);
        }
    show("out", out, 200, sizeof *out);
    printf("%d\n", count);
    free(in);
    free(out);
    return 0;
}
