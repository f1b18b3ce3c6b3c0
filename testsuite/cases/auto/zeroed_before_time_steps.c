// expect: contracted rate
// expect: contracted flux
/* Arrays that are set to zero beside the start values, although each time step computes their cells before it reads them: the zeros
   go, and the loops of a step run in strips with a window of the array. The last ones are read after the steps, or where there
   are none. */
#include "bits.h"

#define N 20000

static void diffusion(int n, int steps, double *restrict x)
{
    double *rate = malloc(n * sizeof *rate);
    for (int i = 0; i < n; i++) {
        x[i] = (i * 7 % 16) / 4.0;
        rate[i] = 0;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            rate[i] = x[i + 1] - 2 * x[i] + x[i - 1];
        for (int i = 1; i < n - 1; i++)
            x[i] += 0.25 * rate[i];
    }
    free(rate);
}

static void advection(int steps, double *restrict x)
{
    double flux[N];
    for (int i = 0; i < N; i++) {
        x[i] = (i * 5 % 32) / 8.0;
        flux[i] = 0;
    }
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < N - 1; i++)
            flux[i] = 0.5 * (x[i] + x[i + 1]);
        for (int i = 1; i < N - 1; i++)
            x[i] -= 0.5 * (flux[i] - flux[i - 1]);
    }
}

/* what the last step leaves, or the zeros, is looked at */
static double last_change(int n, int steps, double *restrict x)
{
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
