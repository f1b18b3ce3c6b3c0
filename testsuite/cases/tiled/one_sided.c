// polycc: --tile=4,3 --at steps=50,n=100
// bytes: 40800 -> 800
// expect: contracted u
/* Values flow to the right only, so tiles could be upright; but then all of the array would be alive. Tiles that
   lean to the left keep what the order of the program keeps. */
#include "bits.h"

static void advect(int steps, int n, const double *restrict initial, double *restrict final)
{
    double u[steps + 1][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = initial[i];
    for (int t = 1; t <= steps; t++)
        for (int i = n - 1; i >= 0; i--)
            u[t][i] = i > 0 ? 0.5 * (u[t - 1][i - 1] + u[t - 1][i]) : u[t - 1][i];
    for (int i = 0; i < n; i++)
        final[i] = u[steps][i];
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
