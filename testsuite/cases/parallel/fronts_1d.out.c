// polycc: --parallel --tile=3,4 --at steps=50,n=100
// bytes: 40800 -> 1600
// expect: contracted u
/* Tiles in fronts. Jacobi relaxation of a rod in single assignment, one row per step. The order of the program
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
        for (long t1 = 0; t1 <= (long)steps + (-5 * (long)steps + 3 * (long)n - 3 < 0 ? -((5 * (long)steps - 3 * (long)n + 14) / 12) : (3 * (long)n - 5 * (long)steps - 3) / 12); t1++) {
            #pragma omp parallel for
            for (long t2 = t1 - ((long)steps + 3) / 3 + 1 > (3 * t1 + 3) / 7 ? t1 - ((long)steps + 3) / 3 + 1 : (3 * t1 + 3) / 7; t2 <= (t1 < (((long)steps + (long)n - 1) / 4 < ((long)n + 3 * t1 + 1) / 7 ? ((long)steps + (long)n - 1) / 4 : ((long)n + 3 * t1 + 1) / 7) ? t1 : (((long)steps + (long)n - 1) / 4 < ((long)n + 3 * t1 + 1) / 7 ? ((long)steps + (long)n - 1) / 4 : ((long)n + 3 * t1 + 1) / 7)); t2++)
                for (int t = 1 > 3 * t1 - 3 * t2 ? 1 : 3 * t1 - 3 * t2; t <= steps && t <= 3 * t1 - 3 * t2 + 2; t++) {
                    if (t >= 4 * t2 && t <= 4 * t2 + 3)
                        u[t % 2][0] = u[(t - 1) % 2][0];
                    for (int i = 1 > 4 * t2 - t ? 1 : 4 * t2 - t; i <= (n - 2 < 4 * t2 - t + 3 ? n - 2 : 4 * t2 - t + 3); i++)
                        u[t % 2][i] = (u[(t - 1) % 2][i - 1] + u[(t - 1) % 2][i] + u[(t - 1) % 2][i + 1]) / 3.0;
                    if (n >= 2) {
                        if (t >= 4 * t2 - n + 1 && t <= 4 * t2 - n + 4)
                            u[t % 2][n - 1] = u[(t - 1) % 2][n - 1];
                    }
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
