/* Grids that change places after each step: what a step writes is copied back, and of the other grid a few rows are left. */
#include "bits.h"
#include <math.h>
#include <string.h>

/* the same values at the borders of both, set at once */
static void heat(int n, int steps, double *out)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = v[i * n + j] = (3 * i + 5 * j) % 11;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        double *w = u;
        u = v;
        v = w;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i * n + j];
    free(u);
    free(v);
}

static void relax(int n, const double *old, double *new)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            new[i * n + j] = 0.2 * (old[i * n + j] + old[(i - 1) * n + j] + old[(i + 1) * n + j] + old[i * n + j - 1] + old[i * n + j + 1]);
}

/* until it changes no more, with a copy of all at first; a function per step */
static int settled(int n, int most, double *out)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n), *w;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = i == 0 ? 8.0 : 0.0;
    memcpy(v, u, sizeof(double) * n * n);
    int turns = 0;
    double changed = 1;
    while (changed > 0.05 && turns < most) {
        relax(n, u, v);
        changed = 0;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i > 0 && j > 0 && i < n - 1 && j < n - 1)
                    changed += fabs(v[i * n + j] - u[i * n + j]);
        w = u;
        u = v;
        v = w;
        turns++;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i * n + j];
    free(u);
    free(v);
    return turns;
}

static double **rows(int n, int m)
{
    double **all = malloc(sizeof(double *) * n);
    for (int i = 0; i < n; i++)
        all[i] = malloc(sizeof(double) * m);
    return all;
}

static void without(double **all, int n)
{
    for (int i = 0; i < n; i++)
        free(all[i]);
    free(all);
}

/* rows of their own, from functions; a loop that is left early */
static int in_rows(int n, int most, double *out)
{
    double **u = rows(n, n), **v = rows(n, n);
    int turns;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i][j] = j == 0 ? 4.0 : 1.0;
            v[i][j] = u[i][j];
        }
    for (turns = 0; turns < most; turns++) {
        double most_changed = 0;
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                if (fabs(v[i][j] - u[i][j]) > most_changed)
                    most_changed = fabs(v[i][j] - u[i][j]);
            }
        double **w = u;
        u = v;
        v = w;
        if (most_changed < 0.02)
            break;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i][j];
    without(u, n);
    without(v, n);
    return turns;
}

/* zeros at the borders of both; what data choose is set either way */
static void life(int n, int steps, const int *in, int *out)
{
    unsigned char *now = calloc(n * n, 1), *then = calloc(n * n, 1);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            now[i * n + j] = in[i * n + j] % 2;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                int around = now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1];
                if (now[i * n + j])
                    then[i * n + j] = around > 0 && around < 4;
                else
                    then[i * n + j] = around == 2;
            }
        unsigned char *other = now;
        now = then;
        then = other;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = now[i * n + j];
    free(now);
    free(then);
}

/* three that take turns */
static void waves(int n, int steps, double *out)
{
    double *before = calloc(n * n, sizeof(double)), *now = calloc(n * n, sizeof(double)), *next = calloc(n * n, sizeof(double));
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            now[i * n + j] = i == j;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                next[i * n + j] = 2 * now[i * n + j] - before[i * n + j] + 0.125 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1] - 4 * now[i * n + j]);
        double *last = before;
        before = now;
        now = next;
        next = last;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = now[i * n + j];
    free(before);
    free(now);
    free(next);
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 9, 24}, turns[] = {0, 1, 2, 7};
    for (int s = 0; s < 6; s++)
        for (int t = 0; t < 4; t++) {
            int n = sizes[s], counts[2], *in = data_i32(n * n, 1, 100), *alive = malloc(sizeof(int) * n * n);
            double *out = malloc(sizeof(double) * n * n);
            heat(n, turns[t], out);
            show("heat", out, n * n, sizeof *out);
            counts[0] = settled(n, turns[t], out);
            show("settled", out, n * n, sizeof *out);
            counts[1] = in_rows(n, turns[t], out);
            show("in rows", out, n * n, sizeof *out);
            show("turns", counts, 2, sizeof *counts);
            life(n, turns[t], in, alive);
            show("life", alive, n * n, sizeof *alive);
            waves(n, turns[t], out);
            show("waves", out, n * n, sizeof *out);
            free(in);
            free(alive);
            free(out);
        }
    return 0;
}
