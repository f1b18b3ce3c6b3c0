// polycc: --optimize speed
/* Pointers that change places after each time step: so many steps at a time as there are pointers leave them where they were, and run in tiles. What
   is left over comes behind, in the program's own words. A step that looks at its number, or may be the last one, stays. */
#include "bits.h"

enum { SIDE = 760, LENGTH = 530000 };

/* The plane that is the last one. */
static double *smoothed(int steps, int n, double *u, double *v)
{
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

static void wave(int steps, int n, double *restrict past, double *restrict now, double *restrict next, double *out)
{
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

static void spread(int steps, int n, double *restrict u, double *restrict v)
{
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
