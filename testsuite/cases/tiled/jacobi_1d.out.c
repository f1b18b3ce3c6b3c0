// polycc: --tile=3,4 --at steps=50,n=100
// bytes: 40800 -> 1600
// expect: contracted u
/* Jacobi relaxation of a rod in single assignment, one row per step. The order of the program
   keeps two rows alive at most, whatever the number of steps. */
#include "bits.h"

static void relax(int steps, int n, const double initial[n], double final[n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (steps + 1) * n */
    double u[2][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = initial[i];
    if (steps >= 1)
        for (long t1 = 0; t1 <= (long)steps; t1 += 3)
            for (long t2 = 0; t2 <= (long)n + 1; t2 += 4)
                for (int t = 1 > t1 ? 1 : t1; t <= steps && t <= t1 + 2; t++) {
                    if (t >= t2 + t1 && t <= t2 + t1 + 3)
                        u[t % 2][0] = u[(t - 1) % 2][0];
                    for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i <= (n - 2 < t2 + t1 - t + 3 ? n - 2 : t2 + t1 - t + 3); i++)
                        u[t % 2][i] = (u[(t - 1) % 2][i - 1] + u[(t - 1) % 2][i] + u[(t - 1) % 2][i + 1]) / 3.0;
                    if (n >= 2) {
                        if (t >= t2 + t1 - n + 1 && t <= t2 + t1 - n + 4)
                            u[t % 2][n - 1] = u[(t - 1) % 2][n - 1];
                    }
                }
    for (int i = 0; i < n; i++)
        final[i] = u[steps % 2][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {0, 4}, {1, 1}, {2, 2}, {1, 3}, {5, 7}, {12, 9}, {9, 16}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *initial = data_f64(n, 3), *final = data_f64(n, 4);
        relax(steps, n, initial, final);
        show("final", final, n, sizeof *final);
        free(initial);
        free(final);
    }
    return 0;
}
