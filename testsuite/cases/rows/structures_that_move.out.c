/* Pointers to structures that are more than names of these: the array is another one by the time, the number changes, somebody
   else gets the pointer, it counts, or what it leads to is a size. */
#include "bits.h"

struct filter {
    float gain, offset;
    int taps;
    float *taken;
};

struct bank {
    int n;
    struct filter *filters, *spare;
};

static float total(const struct filter *f)
{
    return f->gain + f->offset;
}

/* the bank gets other filters behind the pointer */
static void swapped(struct bank *bank, int k, float *out, int n)
{
    struct filter *f = &bank->filters[k];
    float *t = malloc((n + 1) * sizeof(float));
    bank->filters = bank->spare;
    for (int i = 0; i < n; i++)
        t[i] = f->gain * i + f->offset;
    for (int i = 0; i < n; i++)
        out[i] = t[i] * bank->filters[k].gain;
    free(t);
}

/* so it does in the region */
static void swapped_inside(struct bank *bank, float *out, int n)
{
    for (int k = 0; k < bank->n; k++) {
        struct filter *f = &bank->filters[k];
        bank->filters = k % 2 ? bank->spare : bank->filters;
        for (int i = 0; i < n; i++)
            out[i] += f->gain * i;
    }
}

/* the number is another one */
static void counted(struct filter *filters, float *out, int n)
{
    int k = 0;
    struct filter *f = &filters[k];
    k = 2;
    for (int i = 0; i < n; i++)
        out[i] = f->gain + filters[k].offset;
    f = &filters[k];
    k = 1;
    for (int i = 0; i < n; i++)
        out[i] += f->gain;
}

/* polycc: `written_apart` is `written` for memory that doesn't overlap */
static void written_apart(struct filter *filters, float *out, int n)
{
    /* polycc: t[i] -> t; 1 cell instead of (n + 1) */
    float t = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++) {
            t = filters[k].gain * out[i];
            out[i] = t + filters[k].offset;
            filters[k].offset += 0.25f;
        }
}

/* what is written may be the structure */
static void written(struct filter *filters, float *out, int n)
{
    /* polycc: `written_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(filters + 3) <= (const char *)out || (const char *)(out + (long)n) <= (const char *)filters, 1)) {
        written_apart(filters, out, n);
        return;
    }
    float *t = malloc((n + 1) * sizeof(float));
    for (int k = 0; k < 3; k++) {
        struct filter *f = &filters[k];
        for (int i = 0; i < n; i++)
            t[i] = f->gain * out[i];
        for (int i = 0; i < n; i++) {
            out[i] = t[i] + f->offset;
            f->offset += 0.25f;
        }
    }
    free(t);
}

/* a pointer that is handed on, one that steps, one that is compared, and a copy of all */
static void looked_at(struct filter *filters, float *out, int n)
{
    for (int k = 0; k < 3; k++) {
        struct filter *f = &filters[k], copy = *f;
        const struct filter *g = &filters[k];
        for (int i = 0; i < n; i++)
            out[i] += f->gain + total(f) + copy.offset + g->gain;
    }
    const struct filter *f = &filters[0];
    for (int i = 0; i < n; i++) {
        out[i] -= f->gain;
        f += i % 2 ? -1 : 1;
    }
    const struct filter *last = &filters[2];
    for (int i = 0; i < n; i++)
        out[i] += last == filters + i ? last->gain : last->offset;
}

/* sizes and pointers in them */
static void sized(struct filter *filters, float *out)
{
    for (int k = 0; k < 3; k++) {
        struct filter *f = &filters[k];
        float *t = malloc((f->taps + 1) * sizeof(float));
        for (int i = 0; i < f->taps; i++)
            t[i] = f->taken[i] * f->gain;
        for (int i = 0; i < f->taps; i++)
            out[i] += t[i];
        free(t);
    }
}

int main(void)
{
    for (int n = 0; n < 20; n = n * 2 + 1) {
        struct filter a[3], b[3];
        float *out = data_f32(n + 20, 7), *taken = data_f32(20, 8);
        for (int k = 0; k < 3; k++) {
            a[k].gain = out[k] + 1;
            a[k].offset = out[k + 1];
            a[k].taps = k * 2;
            a[k].taken = taken + k;
            b[k].gain = out[k] * 2;
            b[k].offset = out[k + 2];
            b[k].taps = k;
            b[k].taken = taken;
        }
        struct bank bank = {3, a, b};
        swapped(&bank, 1, out, n);
        show("swapped", out, n, sizeof *out);
        bank.filters = a;
        swapped_inside(&bank, out, n);
        show("swapped_inside", out, n, sizeof *out);
        counted(a, out, n);
        show("counted", out, n, sizeof *out);
        written(a, out, n);
        written(a, &a[0].gain, n < 2 ? n : 2);
        written(a, &a[1].gain, n < 2 ? n : 2);
        show("written", out, n, sizeof *out);
        show("gain", &a[0].gain, 2, sizeof(float));
        show("gain", &a[1].gain, 2, sizeof(float));
        looked_at(a, out, n < 2 ? n : 2);
        sized(a, out);
        show("out", out, n + 20, sizeof *out);
        free(out);
        free(taken);
    }
    return 0;
}
