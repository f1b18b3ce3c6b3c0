// polycc: --tile=4,3 --at steps=50,n=100
// bytes: 40800 -> 800
// expect: contracted u
/* Values flow to the right only, so tiles could be upright; but then all of the array would be alive. Tiles that
   lean to the left keep what the order of the program keeps. */
#include "bits.h"

static void advect(int steps, int n, const double *restrict initial, double *restrict final)
{
    /* polycc: u[i][j] -> u[j]; n cells instead of (steps + 1) * n */
    double u[n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[i] = initial[i];
    if (steps >= 1)
        for (long t1 = 0; t1 <= (long)steps; t1 += 4)
            for (long t2 = ((long)n + 1) % 3 - (long)n - 1; t2 < 4; t2 += 3)
                for (int t = 1 > t1 ? 1 : t1; t <= steps && t <= t1 + 3; t++)
                    for (int i = n - 1 < t - t2 - t1 ? n - 1 : t - t2 - t1; i >= (0 > t - t2 - t1 - 2 ? 0 : t - t2 - t1 - 2); i--)
                        u[i] = i > 0 ? 0.5 * (u[i - 1] + u[i]) : u[i];
    for (int i = 0; i < n; i++)
        final[i] = u[i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {1, 4}, {7, 2}, {5, 9}, {12, 11}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *initial = data_f64(n, 3), *final = data_f64(n, 4);
        advect(steps, n, initial, final);
        show("final", final, n, sizeof *final);
        free(initial);
        free(final);
    }
    return 0;
}
