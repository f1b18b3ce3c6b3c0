// expect: contracted t_scaled
// expect: contracted t_rises
/* Structures that functions fill, and say whether they could, for loops of the function that asks. */
#include "bits.h"

struct table {
    int w, h;
    double *scaled, *rises;
};

static void table_free(struct table *t)
{
    free(t->scaled);
    free(t->rises);
}

static int run(int w, int h, const double *restrict in, double *restrict out)
{
    struct table t;
    if (w < 2) {
        fprintf(stderr, "no table\n");
        return EXIT_FAILURE;
    }
    { /* table_alloc */
        t.w = w;
        t.h = h;
        /* polycc: t.scaled[i * w + j] -> t.scaled[(i % 2) * w + j]; 2 * w cells instead of h * w */
        t.scaled = malloc(sizeof(double) * 2 * w);
        /* polycc: t.rises[i * w + j] -> t.rises[j]; w cells instead of h * w */
        t.rises = malloc(sizeof(double[w]));
        if (!t.scaled || !t.rises) {
            fprintf(stderr, "no table\n");
            return EXIT_FAILURE;
        }
    }
    {
        double *t_scaled_0 = &t.scaled[0], *t_scaled_1 = &t.scaled[w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                t_scaled_0[x] = 2 * in[y * w + x];
            if (y >= 1) {
                for (int x = 0; x < w; x++)
                    t.rises[x] = t_scaled_0[x] - t_scaled_1[x];
                for (int x = 1; x < w; x++)
                    out[y * w + x] = t.rises[x] * t.rises[x - 1];
            }
            double *t_scaled_next = t_scaled_1;
            t_scaled_1 = t_scaled_0, t_scaled_0 = t_scaled_next;
        }
    }
    table_free(&t);
    return 0;
}

/* both names lead to one block */
static int table_share(struct table *t, int w, int h)
{
    t->w = w;
    t->h = h;
    t->scaled = malloc(sizeof(double) * w * h);
    t->rises = t->scaled;
    return t->scaled ? 0 : -1;
}

static int shared(int w, int h, const double *restrict in, double *restrict out)
{
    struct table t;
    if (table_share(&t, w, h) != 0)
        return EXIT_FAILURE;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t.scaled[y * w + x] = 3 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            t.rises[y * w + x] = t.scaled[y * w + x] - t.scaled[(y - 1) * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = t.rises[y * w + x] * t.scaled[y * w + x - 1];
    free(t.scaled);
    return 0;
}

static double *last;

/* the file knows the block, too */
static int table_keep(struct table *t, int w, int h)
{
    t->w = w;
    t->h = h;
    t->scaled = last = malloc(sizeof(double) * w * h);
    t->rises = malloc(sizeof(double) * w * h);
    return t->scaled && t->rises ? 0 : -1;
}

static int kept(int w, int h, const double *restrict in, double *restrict out)
{
    struct table t;
    if (table_keep(&t, w, h) != 0)
        return EXIT_FAILURE;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            t.scaled[y * w + x] = 5 * in[y * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            t.rises[y * w + x] = t.scaled[y * w + x] - t.scaled[(y - 1) * w + x];
    for (int y = 1; y < h; y++)
        for (int x = 1; x < w; x++)
            out[y * w + x] = t.rises[y * w + x] + last[x];
    table_free(&t);
    return 0;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 7, 12};
    double *in = data_f64(200, 5), *out = data_f64(200, 6);
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++) {
            int w = sizes[a], h = sizes[b];
            printf("%d\n", run(w, h, in, out));
            show("run", out, 200, sizeof *out);
            printf("%d\n", shared(w, h, in, out));
            show("shared", out, 200, sizeof *out);
            printf("%d\n", kept(w, h, in, out));
            show("kept", out, 200, sizeof *out);
        }
    free(in);
    free(out);
    return 0;
}
