// polycc: --parallel --tile=3,4 --at steps=50,n=100
// bytes: 40800 -> 1600
// expect: contracted u
/* Tiles in fronts. Jacobi relaxation of a rod in single assignment, one row per step. The order of the program
   keeps two rows alive at most, whatever the number of steps. */
#include "bits.h"

static void relax(int steps, int n, const double initial[n], double final[n])
{
    double u[steps + 1][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = initial[i];
    for (int t = 1; t <= steps; t++) {
        u[t][0] = u[t - 1][0];
        for (int i = 1; i < n - 1; i++)
            u[t][i] = (u[t - 1][i - 1] + u[t - 1][i] + u[t - 1][i + 1]) / 3.0;
        if (n >= 2)
            u[t][n - 1] = u[t - 1][n - 1];
    }
    for (int i = 0; i < n; i++)
        final[i] = u[steps][i];
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
