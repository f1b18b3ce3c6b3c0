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

static double spread(int n, int steps)
{
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
