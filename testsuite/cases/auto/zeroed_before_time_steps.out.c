// expect: contracted rate
// expect: contracted flux
/* Arrays that are set to zero beside the start values, although each time step computes their cells before it reads them: the zeros
   go, and the loops of a step run in strips with a window of the array. The last ones are read after the steps, or where there
   are none. */
#include "bits.h"

#define N 20000

static void diffusion(int n, int steps, double *restrict x)
{
    /* polycc: rate[i] -> rate[i % 1025]; 1025 cells instead of n */
    double *rate = malloc(sizeof(double[1025]));
    for (int i = 0; i < n; i++)
        x[i] = (i * 7 % 16) / 4.0;
    for (int t = 0; t < steps; t++) {
        for (long t1 = 0; t1 < (long)n; t1 += 1024) {
            for (int i = 1 > t1 ? 1 : t1; i <= (n - 2 < t1 + 1023 ? n - 2 : t1 + 1023); i++)
                rate[i - t1 + 1] = x[i + 1] - 2 * x[i] + x[i - 1];
            for (int i = 2 > t1 ? 2 : t1; i <= (n - 1 < t1 + 1023 ? n - 1 : t1 + 1023); i++)
                x[i - 1] += 0.25 * rate[i - t1];
            rate[0] = rate[1024];
        }
    }
    free(rate);
}

static void advection(int steps, double *restrict x)
{
    /* polycc: flux[i] -> flux[i % 1025]; 1025 cells instead of N */
    double flux[1025];
    for (int i = 0; i < N; i++)
        x[i] = (i * 5 % 32) / 8.0;
    for (int t = 0; t < steps; t++) {
        for (long t1 = 0; t1 < N - 1; t1 += 1024) {
            for (int i = t1; i <= (N - 2 < t1 + 1023 ? N - 2 : t1 + 1023); i++)
                flux[i - t1 + 1] = 0.5 * (x[i] + x[i + 1]);
            for (int i = 1 > t1 ? 1 : t1; i <= (N - 2 < t1 + 1023 ? N - 2 : t1 + 1023); i++)
                x[i] -= 0.5 * (flux[i - t1 + 1] - flux[i - t1]);
            flux[0] = flux[1024];
        }
    }
}

/* polycc: `last_change_apart` is `last_change` for sizes as they should be, in memory that doesn't overlap */
static double last_change_apart(int n, int steps, double *restrict x)
{
    double *change = malloc(n * sizeof *change), sum = 0;
    for (int i = 0; i < n; i++)
        change[i] = 0;
    if (n >= 3)
        for (long t1 = 0; t1 < (long)steps; t1 += 128)
            for (long t2 = 0; t2 <= (long)n + 253; t2 += 2048)
                for (int t = t1; t < steps && t <= t1 + 127; t++) {
                    for (int i = 1 > t2 + 2 * t1 - 2 * t ? 1 : t2 + 2 * t1 - 2 * t; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 2047 ? n - 2 : t2 + 2 * t1 - 2 * t + 2047); i++)
                        change[i] = x[i + 1] - 2 * x[i] + x[i - 1];
                    for (int i = 1 > t2 + 2 * t1 - 2 * t - 1 ? 1 : t2 + 2 * t1 - 2 * t - 1; i <= (n - 2 < t2 + 2 * t1 - 2 * t + 2046 ? n - 2 : t2 + 2 * t1 - 2 * t + 2046); i++)
                        x[i] += 0.25 * change[i];
                }
    for (int i = 0; i < n; i++)
        sum += change[i];
    free(change);
    return sum;
}

/* what the last step leaves, or the zeros, is looked at */
static double last_change(int n, int steps, double *restrict x)
{
    /* polycc: `last_change_apart` is for sizes as they should be, in memory that doesn't overlap */
    if (16 * (long)n >= 8388608) {
        return last_change_apart(n, steps, x);
    }
    double *change = malloc(n * sizeof *change), sum = 0;
    for (int i = 0; i < n; i++)
        change[i] = 0;
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            change[i] = x[i + 1] - 2 * x[i] + x[i - 1];
        for (int i = 1; i < n - 1; i++)
            x[i] += 0.25 * change[i];
    }
    for (int i = 0; i < n; i++)
        sum += change[i];
    free(change);
    return sum;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 1025, 3000};
    for (int s = 0; s < 6; s++)
        for (int steps = 0; steps < 3; steps++) {
            int n = sizes[s];
            double *x = malloc(n * sizeof *x);
            diffusion(n, steps, x);
            show("x", x, n, sizeof *x);
            double sum = last_change(n, steps, x);
            show("sum", &sum, 1, sizeof sum);
            free(x);
        }
    double *x = malloc(N * sizeof *x);
    for (int steps = 0; steps < 3; steps++) {
        advection(steps, x);
        show("x", x, N, sizeof *x);
    }
    free(x);
    return 0;
}
