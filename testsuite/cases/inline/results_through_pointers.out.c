// expect: scalarized raw
// expect: scalarized even
/* Stages that give back a second number through a pointer: in the place of their calls, what the pointer leads to is the caller's
   variable. Where a function does more with the pointer, or the caller's number has another type, the call stays. */
#include "bits.h"

static double *last;

static double peak(const double *in, int n, double *sum, int *above)
{
    double most = 0;
    *sum = 0;
    *above = 0;
    for (int i = 0; i < n; i++) {
        if (in[i] > most)
            most = in[i];
        *sum += in[i] * 2 - *sum / 4;
        if (in[i] > 0.25)
            (*above)++;
    }
    return most + -*sum;
}

static void lift(const double *in, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = in[i] * 0.5 + 1;
}

/* polycc: `stages_apart` is `stages` for sizes as they should be, in memory that doesn't overlap */
static double stages_apart(int n)
{
    /* polycc: raw[i] -> raw; 1 cell instead of n */
    /* polycc: even[i] -> even; 1 cell instead of n */
    double raw = 0, even = 0, sum;
    int above;
    double most;
    {
        double peak_most;
        /* peak */
        peak_most = 0;
        sum = 0;
        above = 0;
        for (int i = 0; i < n; i++) {
            raw = i % 7 - 0.5 * (i % 3);
            /* lift */
            even = raw * 0.5 + 1;
            if (even > peak_most)
                peak_most = even;
            sum += even * 2 - sum / 4;
            if (even > 0.25)
                (above)++;
        }
        most = peak_most + -sum;
    }
    return most + sum * above;
}

static double stages(int n)
{
    /* polycc: `stages_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (16 * (long)n >= 33554432) {
        return stages_apart(n);
    }
    double *raw = malloc(n * sizeof *raw), *even = malloc(n * sizeof *even), sum;
    int above;
    for (int i = 0; i < n; i++)
        raw[i] = i % 7 - 0.5 * (i % 3);
    lift(raw, even, n);
    double most = peak(even, n, &sum, &above);
    free(raw);
    free(even);
    return most + sum * above;
}

static double twice(int n)
{
    /* polycc: held[i] -> held; 1 cell instead of n */
    double held = 0, sum;
    /* both */
    sum = 0;
    sum = 0;
    for (int i = 0; i < n; i++) {
        held = i + 0.25;
        sum += held;
        sum += sum;
    }
    return sum;
}

static void keeps(const double *in, int n, double *sum)
{
    *sum = 0;
    for (int i = 0; i < n; i++)
        *sum += in[i];
    last = sum;
}

static double kept(int n)
{
    double held[n], sum;
    for (int i = 0; i < n; i++)
        held[i] = i - 0.75;
    keeps(held, n, &sum);
    *last *= 3;
    return sum;
}

static void counts(const double *in, int n, unsigned *count)
{
    *count = 0;
    for (int i = 0; i < n; i++)
        *count += in[i] > 1;
}

static double counted(int n)
{
    double held[n];
    int count = -1;
    for (int i = 0; i < n; i++)
        held[i] = 0.5 * i;
    counts(held, n, (unsigned *)&count);
    return count;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 7, 80, 1000};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k];
        double results[] = {stages(n), n ? twice(n) : 0, n ? kept(n) : 0, n ? counted(n) : 0};
        show("results", results, 4, sizeof *results);
    }
    return 0;
}
