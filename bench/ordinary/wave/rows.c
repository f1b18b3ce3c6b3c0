/* A vibrating string: all time steps are kept, the last one is the result. */
#include "program.h"

static void wave(int steps, int n, const double start[restrict n], double end[restrict n])
{
    double (*u)[n] = malloc(sizeof(double[steps + 2][n]));
    for (int i = 0; i < n; i++) {
        u[0][i] = start[i];
        u[1][i] = start[i];
    }
    for (int t = 1; t <= steps; t++) {
        u[t + 1][0] = 0;
        for (int i = 1; i < n - 1; i++)
            u[t + 1][i] = 2 * u[t][i] - u[t - 1][i] + 0.25 * (u[t][i - 1] - 2 * u[t][i] + u[t][i + 1]);
        u[t + 1][n - 1] = 0;
    }
    for (int i = 0; i < n; i++)
        end[i] = u[steps + 1][i];
    free(u);
}

int main(int argc, char **argv)
{
    int steps = size(argc, argv, 1), n = size(argc, argv, 2);
    double *start = doubles(n, 1), *end = doubles(n, 2);
    wave(steps, n, start, end);
    show("end", end, sizeof(double) * n);
    free(start);
    free(end);
    return 0;
}
