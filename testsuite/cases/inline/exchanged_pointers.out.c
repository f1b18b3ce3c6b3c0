// polycc: --optimize speed
/* Pointers that change places after each time step: so many steps at a time as there are pointers leave them where they were, and run in tiles. What
   is left over comes behind, in the program's own words. A step that looks at its number, or may be the last one, stays. */
#include "bits.h"

enum { SIDE = 760, LENGTH = 530000 };

/* polycc: `smoothed_apart` is `smoothed` for sizes as they should be, in memory that doesn't overlap */
static double *smoothed_apart(int steps, int n, double *u, double *v)
{
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
            for (long t2 = 0; t2 <= (long)n + 30; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
                        for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 30; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                u[i * n + j] = 0.25 * (v[(i - 1) * n + j] + v[(i + 1) * n + j] + v[i * n + j - 1] + v[i * n + j + 1]);
                    }
    if (steps % 2 == 1) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        double *swapped = u;
        u = v;
        v = swapped;
    }
    return u;
}

/* The plane that is the last one. */
static double *smoothed(int steps, int n, double *u, double *v)
{
    /* polycc: `smoothed_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (__builtin_expect((const char *)(v + ((long)n * (long)n)) <= (const char *)u || (const char *)(u + ((long)n * (long)n)) <= (const char *)v, 1) && (16 * (double)n) * (double)n >= 8388608) {
        return smoothed_apart(steps, n, u, v);
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < n - 1; j++)
                v[i * n + j] = 0.25 * (u[(i - 1) * n + j] + u[(i + 1) * n + j] + u[i * n + j - 1] + u[i * n + j + 1]);
        double *swapped = u;
        u = v;
        v = swapped;
    }
    return u;
}

/* polycc: `wave_apart` is `wave` for sizes as they should be, in memory that doesn't overlap */
static void wave_apart(int steps, int n, double *restrict past, double *restrict now, double *restrict next, double *out)
{
    double *held;
    if (n >= 3)
        for (long t = 0; t < (long)steps - 2; t += 128)
            for (long t1 = 0; t1 <= (long)n + 127; t1 += 2048)
                for (int turn = 3 * ((t + 2) / 3); turn < steps - 2 && turn <= t + 127; turn += 3) {
                    for (int i = 1 > t1 + t - turn ? 1 : t1 + t - turn; i <= (n - 2 < t1 + t - turn + 2047 ? n - 2 : t1 + t - turn + 2047); i++)
                        next[i] = 2 * now[i] - past[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
                    for (int i = 1 > t1 + t - turn - 1 ? 1 : t1 + t - turn - 1; i <= (n - 2 < t1 + t - turn + 2046 ? n - 2 : t1 + t - turn + 2046); i++)
                        past[i] = 2 * next[i] - now[i] + 0.25 * (next[i - 1] - 2 * next[i] + next[i + 1]);
                    for (int i = 1 > t1 + t - turn - 2 ? 1 : t1 + t - turn - 2; i <= (n - 2 < t1 + t - turn + 2045 ? n - 2 : t1 + t - turn + 2045); i++)
                        now[i] = 2 * past[i] - next[i] + 0.25 * (past[i - 1] - 2 * past[i] + past[i + 1]);
                }
    if (steps % 3 >= 1) {
        for (int i = 1; i < n - 1; i++)
            next[i] = 2 * now[i] - past[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        held = past;
        past = now;
        now = next;
        next = held;
    }
    if (steps % 3 == 2) {
        for (int i = 1; i < n - 1; i++)
            next[i] = 2 * now[i] - past[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        held = past;
        past = now;
        now = next;
        next = held;
    }
    memcpy(out, now, (size_t)n * sizeof *out);
}

static void wave(int steps, int n, double *restrict past, double *restrict now, double *restrict next, double *out)
{
    /* polycc: `wave_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (24 * (long)n >= 8388608) {
        wave_apart(steps, n, past, now, next, out);
        return;
    }
    double *held;
    while (steps-- > 0) {
        for (int i = 1; i < n - 1; i++)
            next[i] = 2 * now[i] - past[i] + 0.25 * (now[i - 1] - 2 * now[i] + now[i + 1]);
        held = past;
        past = now;
        now = next;
        next = held;
    }
    memcpy(out, now, (size_t)n * sizeof *out);
}

static void step(int n, const double *u, double *v)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            v[i * n + j] = u[i * n + j] + 0.1 * (u[i * n + j + 1] - 2 * u[i * n + j] + u[i * n + j - 1]);
}

/* polycc: `spread_apart` is `spread` for sizes as they should be, in memory that doesn't overlap */
static void spread_apart(int steps, int n, double *restrict u, double *restrict v)
{
    int t;
    if (steps >= 2 && n >= 3)
        for (long t1 = 0; t1 < (long)steps; t1 += 32)
            for (long t2 = 0; t2 < (long)n - 1; t2 += 32)
                for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                    for (t = 2 * ((1 > t1 ? 1 : t1) / 2) + 1; t < steps && t <= t1 + 31; t += 2) {
                        int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                        int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                        for (int i = 1 > t2 ? 1 : t2; i < n - 1 && i <= t2 + 31; i++)
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                /* step */
                                v[i * n + j] = u[i * n + j] + 0.1 * (u[i * n + j + 1] - 2 * u[i * n + j] + u[i * n + j - 1]);
                        for (int i = 1 > t2 ? 1 : t2; i < n - 1 && i <= t2 + 31; i++)
                            for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                /* step */
                                u[i * n + j] = v[i * n + j] + 0.1 * (v[i * n + j + 1] - 2 * v[i * n + j] + v[i * n + j - 1]);
                    }
    if (steps % 2 == 1) {
        step(n, u, v);
        {
            double *w;
            w = u;
            u = v;
            v = w;
        }
    }
    if (steps > 0)
        u[0] = v[0] + 1;
}

static void spread(int steps, int n, double *restrict u, double *restrict v)
{
    /* polycc: `spread_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        spread_apart(steps, n, u, v);
        return;
    }
    int t;
    for (t = 1; t <= steps; ++t) {
        step(n, u, v);
        {
            double *w;
            w = u;
            u = v;
            v = w;
        }
    }
    if (steps > 0)
        u[0] = v[0] + 1;
}

static void counted(int steps, int n, double *restrict u, double *restrict v)
{
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i - 1] + u[i + 1] + t;
        double *w = u;
        u = v;
        v = w;
    }
}

static void until(double least, int n, double *restrict u, double *restrict v)
{
    for (int t = 0; t < 100; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = 0.5 * (u[i - 1] + u[i + 1]);
        if (v[n / 2] < least)
            break;
        double *w = u;
        u = v;
        v = w;
    }
}

static void run(int steps, int n)
{
    double *u = data_f64(3L * n * n + 3, 1), *v = u + (long)n * n, *w = v + (long)n * n;
    double *last = smoothed(steps, n, u, v);
    show("last", last, n < 8 ? n * n : 64, sizeof *last);
    last = smoothed(steps, n, u, u + (n > 2 ? 1 : 0));
    show("over", last, n < 8 ? n * n : 64, sizeof *last);
    spread(steps, n, v, u);
    show("u", u, 3L * n * n < 200 ? 3L * n * n : 200, sizeof *u);
    if (n > 2) {
        wave(steps, n, u, v, w, v);
        counted(steps, n, u, w);
        until(0.01 * steps, n, v, w);
        show("w", w, n, sizeof *w);
    }
    free(u);
}

int main(void)
{
    for (int steps = 0; steps < 8; steps++)
        for (int n = 1; n < 6; n++)
            run(steps, n);
    run(13, 40);
    run(5, SIDE);
    double *rods = data_f64(4L * LENGTH, 2);
    wave(7, LENGTH, rods, rods + LENGTH, rods + 2 * LENGTH, rods + 3 * LENGTH);
    show("rods", rods + 3 * LENGTH, 100, sizeof *rods);
    free(rods);
    return 0;
}
