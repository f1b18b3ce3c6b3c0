/* A vibrating string: all time steps are kept, the last one is the result. */
#include "program.h"

static void wave(const double *start, double *end, int steps, int n)
{
    double *u = malloc((steps + 2) * n * sizeof(double));
    int i, t;
    for (i = 0; i < n; i++)
        u[i] = u[n + i] = start[i];
    for (t = 1; t <= steps; t++) {
        u[(t + 1) * n] = 0;
        for (i = 1; i < n - 1; i++)
            u[(t + 1) * n + i] = 2 * u[t * n + i] - u[(t - 1) * n + i]
                                 + 0.25 * (u[t * n + i - 1] - 2 * u[t * n + i] + u[t * n + i + 1]);
        u[(t + 1) * n + n - 1] = 0;
    }
    for (i = 0; i < n; i++)
        end[i] = u[(steps + 1) * n + i];
    free(u);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), n = size(argc, argv, 2);
    double *start = doubles(n, 1), *end = doubles(n, 2);
    wave(start, end, steps, n);
    show("end", end, sizeof(double) * n);
    free(start);
    free(end);
    return 0;
}
