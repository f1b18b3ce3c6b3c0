/* Grids that change places after each step, but aren't the same where a step writes nothing, or that somebody else looks at: they stay two. */
#include "bits.h"

/* the weighted sum of the cells of a grid */
static double sum(int n, const double *u)
{
    double all = 0;
    for (int i = 0; i < n * n; i++)
        all += (i % 7 + 1) * u[i];
    return all;
}

#define AVERAGE(u, i, j) (0.25 * ((u)[((i) - 1) * n + (j)] + (u)[((i) + 1) * n + (j)] + (u)[(i) * n + (j) - 1] + (u)[(i) * n + (j) + 1]))

/* polycc: `other_borders_apart` is `other_borders` for sizes as they should be, in memory that doesn't overlap */
static double other_borders_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = i - 3 * j;
        }
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                v[i * n + j] = (0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]));
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                u[i * n + j] = (0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]));
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* the borders of both differ */
static double other_borders(int n, int steps)
{
    /* polycc: `other_borders_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return other_borders_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = i - 3 * j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* polycc: `turned_apart` is `turned` for sizes as they should be, in memory that doesn't overlap */
static double turned_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            u[i * n + j] = 3 * i + j;
            v[j * n + i] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* the same numbers at other places */
static double turned(int n, int steps)
{
    /* polycc: `turned_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((long)n >= 16) {
        return turned_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[j * n + i] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* each step writes other cells */
static double by_turns(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = (i + j + t) % 2 ? AVERAGE(u, i, j) : v[i * n + j];
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* polycc: `by_data_apart` is `by_data` for sizes as they should be, in memory that doesn't overlap */
static double by_data_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++) {
                                if (u[i * n + j] > 9)
                                    v[i * (long)n + j] = (0.25 * (u[(i - 1) * (long)n + j] + u[(i + 1) * (long)n + j] + u[i * (long)n + j - 1] + u[i * (long)n + j + 1]));
                            }
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++) {
                                if (v[i * n + j] > 9)
                                    u[i * (long)n + j] = (0.25 * (v[(i - 1) * (long)n + j] + v[(i + 1) * (long)n + j] + v[i * (long)n + j - 1] + v[i * (long)n + j + 1]));
                            }
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if (u[i * n + j] > 9)
                    v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* data choose what a step writes */
static double by_data(int n, int steps)
{
    /* polycc: `by_data_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return by_data_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if (u[i * n + j] > 9)
                    v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* polycc: `summed_apart` is `summed` for sizes as they should be, in memory that doesn't overlap */
static double summed_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                v[i * n + j] += (0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]));
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                u[i * n + j] += (0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]));
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] += AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* a step adds to what was there two steps before */
static double summed(int n, int steps)
{
    /* polycc: `summed_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return summed_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] += AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* steps write fewer cells each */
static double growing(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                if (i + t < n)
                    v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* polycc: `both_apart` is `both` for sizes as they should be, in memory that doesn't overlap */
static double both_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                v[i * n + j] = (0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]));
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                u[i * n + j] = (0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]));
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u) - 2 * sum(n, v);
    free(u);
    free(v);
    return all;
}

/* what lies in the place of the other one is looked at behind the steps */
static double both(int n, int steps)
{
    /* polycc: `both_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return both_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u) - 2 * sum(n, v);
    free(u);
    free(v);
    return all;
}

/* a step changes the grid that it reads */
static double in_place(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        u[0] = t;
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u);
    free(u);
    free(v);
    return all;
}

/* polycc: `known_apart` is `known` for sizes as they should be, in memory that doesn't overlap */
static double known_apart(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    const double *first = u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                v[i * n + j] = (0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]));
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                u[i * n + j] = (0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]));
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u) + (n > 1 ? first[n + 1] : 0);
    free(u);
    free(v);
    return all;
}

/* somebody else knows a grid */
static double known(int n, int steps)
{
    /* polycc: `known_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return known_apart(n, steps);
    }
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    const double *first = u;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        double *w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u) + (n > 1 ? first[n + 1] : 0);
    free(u);
    free(v);
    return all;
}

/* what held a grid meanwhile is looked at behind the steps */
static double held(int n, int steps)
{
    double *u = malloc(sizeof(double) * n * n), *v = malloc(sizeof(double) * n * n);
    double *w = NULL;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            u[i * n + j] = 3 * i + j;
            v[i * n + j] = 3 * i + j;
        }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = AVERAGE(u, i, j);
        w = u;
        u = v;
        v = w;
    }
    double all = sum(n, u) + (n > 1 && w ? w[n + 1] : 0);
    free(u);
    free(v);
    return all;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 9, 24}, turns[] = {0, 1, 2, 5};
    for (int s = 0; s < 6; s++)
        for (int t = 0; t < 4; t++) {
            int n = sizes[s], steps = turns[t];
            double all[] = {other_borders(n, steps), turned(n, steps), by_turns(n, steps), by_data(n, steps), summed(n, steps), growing(n, steps), both(n, steps), in_place(n, steps), known(n, steps), held(n, steps)};
            show("all", all, 10, sizeof *all);
        }
    return 0;
}
