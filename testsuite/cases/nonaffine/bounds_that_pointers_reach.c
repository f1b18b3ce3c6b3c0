// expect: unchanged
/* What a pointer of the loop leads to may be its bound, or lead to it: then nothing is known. */
#include "bits.h"

struct grid {
    int n;
    struct grid *other;
};

static int shrink(struct grid *g, struct grid **all, double *out)
{
    int steps = 0;
    for (int i = 0; i < g->n; i++) {
        out[i] += 0.5;
        all[i % 2]->n--; /* what a table leads to */
        steps++;
    }
    return steps;
}

static int redirect(struct grid *g, struct grid **all, double *out)
{
    int steps = 0;
    for (int i = 0; i < g->other->n; i++) {
        out[i] += 0.5;
        all[0]->other = all[1];
        steps++;
    }
    return steps;
}

static int through_table(struct grid *g, double *out)
{
    int steps = 0;
    int **table = malloc(2 * sizeof *table);
    table[0] = table[1] = &g->n;
    for (int i = 0; i < g->n; i++) {
        out[i] += 0.5;
        table[i % 2][0]--;
        steps++;
    }
    free(table);
    return steps;
}

int main(void)
{
    double out[16] = {0};
    struct grid small = {3, NULL}, large = {12, &small};
    small.other = &large;
    struct grid *all[2] = {&large, &small};
    int steps[3];
    steps[0] = shrink(&large, all, out);
    large.other = &large;
    steps[1] = redirect(&large, all, out);
    steps[2] = through_table(&large, out);
    show("steps", steps, 3, sizeof *steps);
    show("out", out, 16, sizeof *out);
    return 0;
}
