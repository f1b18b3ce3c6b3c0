/* Two planes that a function exchanges behind each step, and a step with a number of its own, the same each time: tiles over several steps. A
   function that does more than to exchange stays a call. */
#include "bits.h"

enum { SIDE = 780 };

static int calls;

static void exchange(double **a, double **b)
{
    double *held = *a;
    *a = *b;
    *b = held;
}

static void exchange_and_count(double **a, double **b)
{
    double *held = *a;
    *a = *b;
    *b = held;
    calls++;
}

static void step(int n, double *next, const double *now, double speed, double width)
{
    double rate = speed / (width * width);
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            next[i * n + j] = now[i * n + j] + rate * (now[i * n + j - 1] + now[i * n + j + 1] + now[(i - 1) * n + j] + now[(i + 1) * n + j] - 4 * now[i * n + j]);
}

/* polycc: `spread_apart` is `spread` for sizes as they should be, in memory that doesn't overlap */
static double spread_apart(int n, int steps)
{
    double *now = malloc((size_t)n * n * sizeof *now), *next = malloc((size_t)n * n * sizeof *next), sum = 0;
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 17;
    {
        double speed;
        double width;
        double rate;
        double speed_2;
        double width_2;
        double rate_2;
        /* step */
        speed = 0.3;
        width = 1.5;
        rate = speed / (width * width);
        /* step */
        speed_2 = 0.3;
        width_2 = 1.5;
        rate_2 = speed_2 / (width_2 * width_2);
        if (n >= 3)
            for (long t1 = 0; t1 < (long)steps - 1; t1 += 32)
                for (long t2 = 0; t2 <= (long)n + 30; t2 += 16)
                    for (long t3 = 0; t3 <= (long)n + 30; t3 += 512)
                        for (int t = t1; t < steps - 1 && t <= t1 + 31; t += 2) {
                            int last = n - 2 < t3 + t1 - t + 511 ? n - 2 : t3 + t1 - t + 511;
                            int last1 = n - 2 < t3 + t1 - t + 510 ? n - 2 : t3 + t1 - t + 510;
                            for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n - 1 && i <= t2 + t1 - t + 15; i++)
                                for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++)
                                    next[i * n + j] = now[i * n + j] + rate * (now[i * n + j - 1] + now[i * n + j + 1] + now[(i - 1) * n + j] + now[(i + 1) * n + j] - 4 * now[i * n + j]);
                            for (int i = 1 > t2 + t1 - t - 1 ? 1 : t2 + t1 - t - 1; i < n - 1 && i <= t2 + t1 - t + 14; i++)
                                for (int j = 1 > t3 + t1 - t - 1 ? 1 : t3 + t1 - t - 1; j <= last1; j++)
                                    now[i * n + j] = next[i * n + j] + rate_2 * (next[i * n + j - 1] + next[i * n + j + 1] + next[(i - 1) * n + j] + next[(i + 1) * n + j] - 4 * next[i * n + j]);
                        }
    }
    if (steps % 2 == 1) {
        step(n, next, now, 0.3, 1.5);
        exchange(&now, &next);
    }
    for (int i = 0; i < n * n; i++)
        sum = sum * 0.5 + now[i];
    free(now);
    free(next);
    return sum;
}

static double spread(int n, int steps)
{
    /* polycc: `spread_apart` is for sizes as they should be, in memory that doesn't overlap */
    if ((16 * (double)n) * (double)n >= 8388608) {
        return spread_apart(n, steps);
    }
    double *now = malloc((size_t)n * n * sizeof *now), *next = malloc((size_t)n * n * sizeof *next), sum = 0;
    for (int i = 0; i < n * n; i++)
        now[i] = next[i] = i % 17;
    for (int t = 0; t < steps; t++) {
        step(n, next, now, 0.3, 1.5);
        exchange(&now, &next);
    }
    for (int i = 0; i < n * n; i++)
        sum = sum * 0.5 + now[i];
    free(now);
    free(next);
    return sum;
}

static double counted(int n, int steps)
{
    double *now = calloc((size_t)n * n + 1, sizeof *now), *next = calloc((size_t)n * n + 1, sizeof *next), sum = 0;
    now[n / 2] = 1;
    for (int t = 0; t < steps; t++) {
        step(n, next, now, 0.3, 1.5);
        exchange_and_count(&now, &next);
    }
    for (int i = 0; i < n * n; i++)
        sum = sum * 0.5 + now[i];
    free(now);
    free(next);
    return sum;
}

int main(void)
{
    for (int steps = 0; steps < 6; steps++)
        for (int n = 1; n < 6; n++) {
            double sums[] = {spread(n, steps), counted(n, steps)};
            show("sums", sums, 2, sizeof *sums);
        }
    double sums[] = {spread(40, 13), spread(SIDE, 5)};
    show("sums", sums, 2, sizeof *sums);
    show("calls", &calls, 1, sizeof calls);
    return 0;
}
