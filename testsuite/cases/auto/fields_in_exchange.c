// expect: scalarized change
// expect: scalarized middle
/* Two fields in turn, or three: pointers that only change places never hold the same block, so what a step keeps between its loops
   shrinks. A pointer that gets another one's block otherwise may hold the same. */
#include "bits.h"

static double diffused(int n, int steps)
{
    double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next), *change = malloc(n * sizeof *change);
    double sum = 0;
    for (int i = 0; i < n; i++)
        now[i] = next[i] = i % 17;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            change[i] = now[i - 1] - 2 * now[i] + now[i + 1];
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + 0.125 * change[i];
        double *other = now;
        now = next;
        next = other;
    }
    for (int i = 0; i < n; i++)
        sum = sum / 2 + now[i];
    free(now);
    free(next);
    free(change);
    return sum;
}

static double waves(int n, int steps)
{
    double *before, *now, *next, *middle, *held;
    before = calloc(n, sizeof *before);
    now = calloc(n, sizeof *now);
    next = calloc(n, sizeof *next);
    middle = malloc(n * sizeof *middle);
    double sum = 0;
    if (n > 2)
        now[n / 2] = 1;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            middle[i] = 0.25 * (now[i - 1] + now[i + 1]);
        for (int i = 1; i < n - 1; i++)
            next[i] = 1.5 * now[i] + middle[i] - before[i];
        held = before;
        before = now;
        now = next;
        next = held;
    }
    for (int i = 0; i < n; i++)
        sum = sum / 2 + now[i];
    free(before);
    free(now);
    free(next);
    free(middle);
    return sum;
}

/* from the second step on both are one field */
static double same(int n, int steps)
{
    double *now = malloc(n * sizeof *now), *next = malloc(n * sizeof *next), *change = malloc(n * sizeof *change);
    double *first = now, *second = next, sum = 0;
    for (int i = 0; i < n; i++)
        now[i] = next[i] = i % 5;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            change[i] = now[i - 1] + now[i + 1];
        for (int i = 1; i < n - 1; i++)
            next[i] = now[i] + 0.125 * change[i];
        double *other = now;
        now = next;
        next = other;
        if (t == 1)
            next = now;
    }
    for (int i = 0; i < n; i++)
        sum = sum / 2 + now[i];
    free(first);
    free(second);
    free(change);
    return sum;
}

/* what is exchanged is only a part */
static double shifted(int n, int steps)
{
    double *all = calloc(n + 1, sizeof *all), *now = all, *next = all + 1, *kept = malloc(n * sizeof *kept), sum = 0;
    for (int i = 0; i <= n; i++)
        all[i] = i % 3;
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            kept[i] = now[i] * 0.5;
        for (int i = 0; i < n; i++)
            next[i] = kept[i] + 1;
        double *other = now;
        now = next;
        next = other;
    }
    for (int i = 0; i <= n; i++)
        sum = sum / 2 + all[i];
    free(all);
    free(kept);
    return sum;
}

int main(void)
{
    static const int sizes[][2] = {{1, 0}, {1, 1}, {2, 3}, {3, 1}, {5, 2}, {19, 7}, {100, 4}};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        int n = sizes[k][0], steps = sizes[k][1];
        double results[] = {diffused(n, steps), waves(n, steps), same(n, steps), shifted(n, steps)};
        show("results", results, 4, sizeof *results);
    }
    return 0;
}
