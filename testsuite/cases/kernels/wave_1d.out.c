// polycc: --at steps=40,n=50
// bytes: 16400 -> 800
// expect: contracted u
/* A plucked string, leapfrog in time. u[t-2][i] is read for the last time by the instance that
   writes u[t][i], so two rows are enough where three seem to be needed. */
#include "bits.h"

#define COURANT 0.25

static void pluck(int steps, int n, const double shape[n], double result[n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (steps + 1) * n */
    double u[2][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = shape[i];
    for (int i = 0; i < n; i++)
        u[1][i] = shape[i];
    for (int t = 2; t <= steps; t++)
        for (int i = 0; i < n; i++)
            if (i == 0 || i == n - 1)
                u[t % 2][i] = 0.0;
            else
                u[t % 2][i] = 2.0 * u[(t - 1) % 2][i] - u[(t - 2) % 2][i]
                    + COURANT * (u[(t - 1) % 2][i - 1] - 2.0 * u[(t - 1) % 2][i] + u[(t - 1) % 2][i + 1]);
    for (int i = 0; i < n; i++)
        result[i] = u[steps % 2][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 4}, {2, 2}, {3, 3}, {4, 7}, {11, 10}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *shape = data_f64(n, 7), *result = data_f64(n, 8);
        pluck(steps, n, shape, result);
        show("result", result, n, sizeof *result);
        free(shape);
        free(result);
    }
    return 0;
}
