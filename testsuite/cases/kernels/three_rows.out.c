// polycc: --at steps=40,n=50
// bytes: 16400 -> 1200
// expect: contracted u
/* A two-step scheme that damps with the right neighbour of the row before last: that read comes
   after the cell's successor is written, so three rows are needed, and three are enough. */
#include "bits.h"

static void damped(int steps, int n, const double shape[n], double result[n])
{
    /* polycc: u[i][j] -> u[i % 3][j]; 3 * n cells instead of (steps + 1) * n */
    double u[3][n];
#pragma scop
    for (int i = 0; i < n; i++) {
        u[0][i] = shape[i];
        u[1][i] = 0.5 * shape[i];
    }
    for (int t = 2; t <= steps; t++) {
        u[t % 3][0] = 0.0;
        for (int i = 1; i < n - 1; i++)
            u[t % 3][i] = u[(t - 1) % 3][i] + 0.25 * (u[(t - 1) % 3][i + 1] - u[(t - 1) % 3][i - 1])
                - 0.125 * (u[(t - 2) % 3][i - 1] + u[(t - 2) % 3][i + 1]);
        u[t % 3][n - 1] = 0.0;
    }
    for (int i = 0; i < n; i++)
        result[i] = u[steps % 3][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {1, 5}, {2, 2}, {3, 3}, {5, 1}, {4, 7}, {11, 10}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *shape = data_f64(n, 9), *result = data_f64(n, 10);
        damped(steps, n, shape, result);
        show("result", result, n, sizeof *result);
        free(shape);
        free(result);
    }
    return 0;
}
