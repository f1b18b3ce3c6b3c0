// expect: contracted source_data
// expect: contracted a_v
/* Functions that obtain memory and return whether they did, as the truth of a comparison; what then happens without memory stands on one
   line, with macros of the system in it, of which compilers write down where they come from. */
#include "bits.h"
#include <stdbool.h>

struct frame {
    int w, h;
    float *data;
};

static int run(int w, int h, float *result)
{
    struct frame source, across;
    float sum = 0;
    if (w < 1 || h < 1)
        return 2;
    { /* frame_init */
        source.w = w;
        source.h = h;
        /* polycc: source.data[i * source.w + j] -> source.data[(i % 2) * source.w + j]; 2 * source.w cells instead of h * source.w */
        source.data = malloc(sizeof(float) * 2 * source.w);
        if (!(source.data != NULL)) { fprintf(stderr, "no memory for the frames\n"); return EXIT_FAILURE; }
    }
    { /* frame_init */
        across.w = w;
        across.h = h;
        /* polycc: across.data[i * w + j] -> across.data[j]; w cells instead of h * w */
        across.data = malloc(sizeof(float[w]));
        if (!(across.data != NULL)) { fprintf(stderr, "no memory for the frames\n"); return EXIT_FAILURE; }
    }
    {
        float *source_data_0 = &source.data[0], *source_data_1 = &source.data[source.w];
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++)
                /* draw */
                source_data_0[x] = (float)((x * 7 + y * 13) % 32);
            if (y >= 1) {
                for (int x = 0; x < w; x++)
                    /* slope */
                    across.data[x] = source_data_0[x] - source_data_1[x];
                for (int x = 0; x < w; x++)
                    sum += across.data[x] * across.data[x];
            }
            float *source_data_next = source_data_1;
            source_data_1 = source_data_0, source_data_0 = source_data_next;
        }
        result[0] = sum;
    }
    free(source.data);
    free(across.data);
    return 0;
}

struct line {
    int n;
    double *v;
};

static bool line_init(struct line *l, int n)
{
    l->n = n;
    l->v = calloc(n, sizeof(double));
    return NULL != l->v;
}

static void line_fill(struct line *l, const double *restrict in)
{
    for (int i = 0; i < l->n; i++)
        l->v[i] = 2 * in[i];
}

static void line_sum(const struct line *l, double *restrict out)
{
    for (int i = 1; i < l->n; i++)
        out[i] = l->v[i] + l->v[i - 1];
}

static int lines(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    { /* line_init */
        a.n = n;
        /* polycc: a.v[i] -> a.v[i % 512]; 512 cells instead of n */
        a.v = malloc(sizeof(double[512]));
        if ((_Bool)(NULL != a.v) == false) { perror("line"); exit(EXIT_FAILURE); }
    }
    { /* line_fails */
        b.n = n;
        /* polycc: b.v[i] -> b.v[i % 513]; 513 cells instead of n */
        b.v = malloc(sizeof(double[513]));
        if ((b.v == NULL) != 0) return EXIT_FAILURE;
    }
    for (long t = 0; t < (long)n; t += 512) {
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_fill */
            a.v[i - t] = 2 * in[i];
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_turn */
            b.v[i - t + 1] = 3 - a.v[i - t];
        for (int i = 1 > t ? 1 : t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_sum */
            out[i] = b.v[i - t + 1] + b.v[i - t];
        b.v[0] = b.v[512];
    }
    free(a.v);
    free(b.v);
    return EXIT_SUCCESS;
}

static int moved(int n, const double *restrict in, double *restrict out)
{
    struct line a;
    { /* line_moves */
        a.n = n;
        /* polycc: a.v[i] -> a.v[i % 513]; 513 cells instead of n */
        a.v = malloc(sizeof(double[513]));
        if (!(a.v != out)) { fprintf(stderr, "the same again\n"); return EXIT_FAILURE; }
    }
    for (long t = 0; t < (long)n; t += 512) {
        for (int i = t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            /* line_fill */
            a.v[i - t + 1] = 2 * in[i];
        for (int i = 1 > t ? 1 : t; i <= (n - 1 < t + 511 ? n - 1 : t + 511); i++)
            out[i] += a.v[i - t + 1] - a.v[i - t];
        a.v[0] = a.v[512];
    }
    free(a.v);
    return 0;
}

/* the truth of the other case: with memory, nothing is done */
static int turned(int n, const double *restrict in, double *restrict out)
{
    struct line a;
    if (line_init(&a, n)) { free(a.v); return 3; }
    a.v = out + 1;
    line_fill(&a, in);
    line_sum(&a, out);
    return 0;
}

int main(void)
{
    static const int sizes[] = {3, 4, 17, 0, 2, 40};
    int count = sizeof sizes / sizeof *sizes;
    for (int s = 0; s < count; s++) {
        float result = -1;
        printf("%d\n", run(sizes[s], sizes[(s + 1) % count], &result));
        show("energy", &result, 1, sizeof result);
        int n = sizes[s] + 1;
        double *in = data_f64(n, 4), *out = data_f64(n + 1, 7);
        printf("%d %d %d\n", lines(n, in, out), moved(n, in, out), turned(n, in, out));
        show("out", out, n + 1, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
