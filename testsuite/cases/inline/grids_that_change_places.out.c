/* Grids that change places after each step: what a step writes is copied back, and of the other grid a few rows are left. */
#include "bits.h"
#include <math.h>
#include <string.h>

/* the same values at the borders of both, set at once */
static void heat(int n, int steps, double *out)
{
    /* polycc: v[i * n + j] -> v[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * 2 * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = (3 * i + 5 * j) % 11;
    for (int t = 0; t < steps; t++) {
        double *v_0 = &v[n], *v_1 = &v[0];
        for (int i = 1; i < n; i++) {
            if (i < n - 1)
                for (int j = 1; j < n - 1; j++)
                    v_0[j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
            if (i >= 2)
                for (int j = 1; j < n - 1; j++)
                    u[(i - 1) * n + j] = v_1[j];
            double *v_next = v_1;
            v_1 = v_0, v_0 = v_next;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i * n + j];
    free(u);
    free(v);
}

/* until it changes no more, with a copy of all at first; a function per step */
static int settled(int n, int most, double *out)
{
    /* polycc: v[i * n + j] -> v[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * 2 * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i * n + j] = i == 0 ? 8.0 : 0.0;
    
    int turns = 0;
    double changed = 1;
    for (turns = 0; changed > 0.05 && turns < most; turns++) {
        {
            changed = 0;
            double *v_0 = &v[n], *v_1 = &v[0];
            for (int i = 1; i < n; i++) {
                if (i < n - 1) {
                    for (int j = 1; j < n - 1; j++)
                        /* relax */
                        v_0[j] = 0.2 * (u[i * n + j] + u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                    for (int j = 1; j < n - 1; j++)
                        changed += fabs(v_0[j] - u[i * n + j]);
                }
                if (i >= 2)
                    for (int j = 1; j < n - 1; j++)
                        u[(i - 1) * n + j] = v_1[j];
                double *v_next = v_1;
                v_1 = v_0, v_0 = v_next;
            }
        }
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
    /* polycc: v[i][j] -> v[i % 2][j]; 2 * n cells instead of n * n */
    double **u = rows(n, n), **v = rows(2, n);
    int turns;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i][j] = j == 0 ? 4.0 : 1.0;
        }
    for (turns = 0; turns < most; turns++) {
        double most_changed = 0;
        {
            double *v_0 = v[1], *v_1 = v[0];
            for (int i = 1; i < n; i++) {
                if (i < n - 1)
                    for (int j = 1; j < n - 1; j++) {
                        v_0[j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
                        if (fabs(v_0[j] - u[i][j]) > most_changed)
                            most_changed = fabs(v_0[j] - u[i][j]);
                    }
                if (i >= 2)
                    for (int j = 1; j < n - 1; j++)
                        u[i - 1][j] = v_1[j];
                double *v_next = v_1;
                v_1 = v_0, v_0 = v_next;
            }
        }
        if (most_changed < 0.02)
            break;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = u[i][j];
    without(u, n);
    without(v, 2);
    return turns;
}

/* polycc: `life_apart` is `life` for memory that doesn't overlap */
static void life_apart(int n, int steps, const int *in, int *out)
{
    /* polycc: then[i * n + j] -> then[(i % 2) * n + j]; 2 * n cells instead of n * n */
    unsigned char *now = calloc(n * n, 1), *then = malloc(sizeof(unsigned char) * 2 * n);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            now[i * n + j] = in[i * n + j] % 2;
    for (int t = 0; t < steps; t++) {
        unsigned char *then_0 = &then[n], *then_1 = &then[0];
        for (int i = 1; i < n; i++) {
            if (i < n - 1)
                for (int j = 1; j < n - 1; j++) {
                    int around = now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1];
                    if (now[i * n + j])
                        then_0[j] = around > 0 && around < 4;
                    else
                        then_0[j] = around == 2;
                }
            if (i >= 2)
                for (int j = 1; j < n - 1; j++)
                    now[(i - 1) * n + j] = then_1[j];
            unsigned char *then_next = then_1;
            then_1 = then_0, then_0 = then_next;
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i * n + j] = now[i * n + j];
    free(now);
    free(then);
}

/* zeros at the borders of both; what data choose is set either way */
static void life(int n, int steps, const int *in, int *out)
{
    /* polycc: `life_apart` is for memory that doesn't overlap */
    if (__builtin_expect((const char *)(in + (((long)n - 1) * (long)n)) <= (const char *)out || (const char *)(out + ((long)n * (long)n)) <= (const char *)(in + (long)n), 1)) {
        life_apart(n, steps, in, out);
        return;
    }
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
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++) {
                now[i * n + j] = then[i * n + j];
            }
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
    /* polycc: next[i * n + j] -> next[(i % 2) * n + j]; 2 * n cells instead of n * n */
    double *before = calloc(n * n, sizeof(double)), *now = calloc(n * n, sizeof(double)), *next = malloc(sizeof(double) * 2 * n);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            now[i * n + j] = i == j;
    for (int t = 0; t < steps; t++) {
        double *next_0 = &next[n], *next_1 = &next[0];
        for (int i = 1; i < n; i++) {
            if (i < n - 1)
                for (int j = 1; j < n - 1; j++)
                    next_0[j] = 2 * now[i * n + j] - before[i * n + j] + 0.125 * (now[(i - 1) * n + j] + now[(i + 1) * n + j] + now[i * n + j - 1] + now[i * n + j + 1] - 4 * now[i * n + j]);
            if (i >= 2)
                for (int j = 1; j < n - 1; j++) {
                    before[(i - 1) * n + j] = now[(i - 1) * n + j];
                    now[(i - 1) * n + j] = next_1[j];
                }
            double *next_next = next_1;
            next_1 = next_0, next_0 = next_next;
        }
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
