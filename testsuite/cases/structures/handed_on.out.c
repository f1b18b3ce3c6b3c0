// expect: contracted data_b
/* A structure is handed to functions of the file: they know what they touch of it, and nothing else that is in it. */
#include "bits.h"

typedef struct {
    int w, h;
    double *a, *b, *c;
} set;

static double total(const set *s)
{
    double sum = 0;
    for (int i = 0; i < s->w * s->h; i++)
        sum += s->c[i];
    return sum;
}

static double twice(const set *s)
{
    return 2 * total(s);
}

static double others(const set *s)
{
    double sum = 0;
    for (int i = 0; i < s->w * s->h; i++)
        sum += s->b[i];
    return sum;
}

static const set *last;

static void keep(const set *s)
{
    last = s;
}

/* polycc: `smooth_apart` is `smooth` for sizes as they should be, in memory that doesn't overlap */
static double smooth_apart(int w, int h)
{
    /* polycc: data.a[i * w + j] -> data.a[j]; w cells instead of all */
    /* polycc: data.b[i * w + j] -> data.b[(i % 2) * w + j]; 2 * w cells instead of all */
    set data = {w, h, malloc(sizeof(double[w])), malloc(sizeof(double) * 2 * w),
                malloc(sizeof(double) * (w * h + 1))};
    if (!data.a || !data.b || !data.c)
        abort();
    {
        double *data_b_0 = &data.b[0], *data_b_1 = &data.b[w];
        for (int i_0 = 0; i_0 < h; i_0++) {
            for (int i_1 = 0; i_1 < w; i_1++)
                data.a[i_1] = (i_0 * w + i_1) % 11;
            for (int x = 0; x < w; x++)
                data_b_0[x] = data.a[x] * 1.5 + 1;
            for (int x = 0; x < w; x++)
                data.c[i_0 * w + x] = data_b_0[x] + (i_0 > 0 ? data_b_1[x] : 0);
            double *data_b_next = data_b_1;
            data_b_1 = data_b_0, data_b_0 = data_b_next;
        }
    }
    double result = twice(&data);
    free(data.a);
    free(data.b);
    free(data.c);
    return result;
}

static double smooth(int w, int h)
{
    /* polycc: `smooth_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((long)w >= 1, 1)) {
        return smooth_apart(w, h);
    }
    set data = {w, h, malloc(sizeof(double) * (w * h + 1)), malloc(sizeof(double) * (w * h + 1)),
                malloc(sizeof(double) * (w * h + 1))};
    if (!data.a || !data.b || !data.c)
        abort();
    for (int i = 0; i < w * h; i++)
        data.a[i] = i % 11;
    for (int y = 0; y < data.h; y++)
        for (int x = 0; x < data.w; x++)
            data.b[y * data.w + x] = data.a[y * data.w + x] * 1.5 + 1;
    for (int y = 0; y < data.h; y++)
        for (int x = 0; x < data.w; x++)
            data.c[y * data.w + x] = data.b[y * data.w + x] + (y > 0 ? data.b[(y - 1) * data.w + x] : 0);
    double result = twice(&data);
    free(data.a);
    free(data.b);
    free(data.c);
    return result;
}

/* what is touched afterwards stays */
static double both(int w, int h)
{
    /* polycc: all.a[i] -> all.a[0]; 1 cell instead of ((h * w) + 1) */
    set all = {w, h, malloc(sizeof(double)), malloc(sizeof(double) * (w * h + 1)),
               malloc(sizeof(double) * (w * h + 1))};
    if (!all.a || !all.b || !all.c)
        abort();
    for (int i = 0; i < (h * w); i++) {
        all.a[0] = i % 7;
        all.b[i] = all.a[0] * 1.5 + 1;
        all.c[i] = all.b[i] + 3;
    }
    double result = total(&all) + others(&all);
    free(all.a);
    free(all.b);
    free(all.c);
    return result;
}

/* so does what somebody may know */
static double known(int w, int h)
{
    set seen = {w, h, malloc(sizeof(double) * (w * h + 1)), malloc(sizeof(double) * (w * h + 1)),
                malloc(sizeof(double) * (w * h + 1))};
    if (!seen.a || !seen.b || !seen.c)
        abort();
    keep(&seen);
    for (int i = 0; i < w * h; i++)
        seen.a[i] = i % 7;
    for (int i = 0; i < w * h; i++)
        seen.b[i] = seen.a[i] * 1.5 + 1;
    for (int i = 0; i < w * h; i++)
        seen.c[i] = seen.b[i] + 3;
    double result = total(&seen) + last->b[w * h / 2];
    free(seen.a);
    free(seen.b);
    free(seen.c);
    return result;
}

int main(void)
{
    for (int w = 1; w < 9; w++)
        for (int h = 1; h < 6; h++) {
            double results[] = {smooth(w, h), both(w, h), known(w, h)};
            show("results", results, 3, sizeof *results);
        }
    return 0;
}
