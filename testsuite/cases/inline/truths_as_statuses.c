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

static int frame_init(struct frame *f, int w, int h)
{
    f->w = w;
    f->h = h;
    f->data = malloc(sizeof(float) * w * h);
    return f->data != NULL;
}

static void draw(struct frame *f)
{
    for (int y = 0; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            f->data[y * f->w + x] = (float)((x * 7 + y * 13) % 32);
}

static void slope(const struct frame *f, struct frame *g)
{
    for (int y = 1; y < f->h; y++)
        for (int x = 0; x < f->w; x++)
            g->data[y * f->w + x] = f->data[y * f->w + x] - f->data[(y - 1) * f->w + x];
}

static int run(int w, int h, float *result)
{
    struct frame source, across;
    float sum = 0;
    if (w < 1 || h < 1)
        return 2;
    if (!frame_init(&source, w, h) || !frame_init(&across, w, h)) { fprintf(stderr, "no memory for the frames\n"); return EXIT_FAILURE; }
    draw(&source);
    slope(&source, &across);
    for (int y = 1; y < h; y++)
        for (int x = 0; x < w; x++)
            sum += across.data[y * w + x] * across.data[y * w + x];
    *result = sum;
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

/* another truth: whether it has failed */
static int line_fails(struct line *l, int n)
{
    l->n = n;
    l->v = malloc(n * sizeof(double));
    return l->v == NULL;
}

static void line_fill(struct line *l, const double *restrict in)
{
    for (int i = 0; i < l->n; i++)
        l->v[i] = 2 * in[i];
}

static void line_turn(const struct line *l, struct line *m)
{
    for (int i = 0; i < l->n; i++)
        m->v[i] = 3 - l->v[i];
}

static void line_sum(const struct line *l, double *restrict out)
{
    for (int i = 1; i < l->n; i++)
        out[i] = l->v[i] + l->v[i - 1];
}

static int lines(int n, const double *restrict in, double *restrict out)
{
    struct line a, b;
    if (line_init(&a, n) == false) { perror("line"); exit(EXIT_FAILURE); }
    if (line_fails(&b, n) != 0) return EXIT_FAILURE;
    line_fill(&a, in);
    line_turn(&a, &b);
    line_sum(&b, out);
    free(a.v);
    free(b.v);
    return EXIT_SUCCESS;
}

/* not whether there is memory, but whether it is other memory than that */
static int line_moves(struct line *l, int n, const double *last)
{
    l->n = n;
    l->v = malloc(n * sizeof(double));
    return l->v != last;
}

static int moved(int n, const double *restrict in, double *restrict out)
{
    struct line a;
    if (!line_moves(&a, n, out)) { fprintf(stderr, "the same again\n"); return EXIT_FAILURE; }
    line_fill(&a, in);
    for (int i = 1; i < n; i++)
        out[i] += a.v[i] - a.v[i - 1];
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
