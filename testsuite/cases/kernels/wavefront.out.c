// polycc: --at steps=8,n=10
// bytes: 720 -> 160
// expect: contracted u
/* Jacobi in one dimension, executed along skewed wavefronts: the schedule moves every point by
   two per step, and time and space advance together. */
#include "bits.h"

static void skewed(int steps, int n, double x[n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (steps + 1) * n */
    double u[2][n];
#pragma scop
    if (steps >= 1) {
        for (int i = 0; i < 3 && i < n; i++) {
            u[0][i] = x[i];
            if (i == 2)
                u[1][0] = u[0][0];
        }
        if (n >= 3) {
            for (int i = 3; i < 2 * steps + n - 1; i++) {
                if (i < n) {
                    u[0][i] = x[i];
                }
                else if ((n + i + 1) % 2 == 0)
                    u[(i - n + 1) / 2 % 2][n - 1] = u[((i - n + 1) / 2 - 1) % 2][n - 1];
                for (int t = 1 > (n + i + 1) / 2 - n + 1 ? 1 : (n + i + 1) / 2 - n + 1; t <= steps && t <= (i + 1) / 2 - 1; t++)
                    u[t % 2][i - 2 * t] = 0.25 * u[(t - 1) % 2][i - 2 * t - 1] + 0.5 * u[(t - 1) % 2][i - 2 * t] + 0.25 * u[(t - 1) % 2][i - 2 * t + 1];
                if (i <= 2 * steps && i % 2 == 0)
                    u[i / 2 % 2][0] = u[(i / 2 - 1) % 2][0];
            }
            u[steps % 2][n - 1] = u[(steps - 1) % 2][n - 1];
        }
        else {
            for (int t1 = 2; t1 <= 2 * steps; t1++) {
                if (t1 % 2 == 0)
                    u[t1 / 2 % 2][0] = u[(t1 / 2 - 1) % 2][0];
                if ((n + t1 + 1) % 2 == 0)
                    u[(t1 - n + 1) / 2 % 2][n - 1] = u[((t1 - n + 1) / 2 - 1) % 2][n - 1];
            }
            if (n == 2)
                u[steps % 2][n - 1] = u[(steps - 1) % 2][n - 1];
        }
    }
    else
        for (int i = 0; i < n; i++)
            u[0][i] = x[i];
    for (int t1 = 3 * steps + 2 * n; t1 < 3 * steps + 3 * n; t1++)
        x[t1 - 3 * steps - 2 * n] = u[steps % 2][t1 - 3 * steps - 2 * n];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 2}, {1, 2}, {2, 3}, {5, 4}, {6, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *x = data_f64(n, 98);
        skewed(steps, n, x);
        show("x", x, n, sizeof *x);
        free(x);
    }
    return 0;
}
