// polycc: --optimize memory --at steps=50,n=100
// bytes: 40800 -> 808
// expect: contracted u
/* Jacobi relaxation of a rod in single assignment. A value dies when its right neighbour's next value is computed, so n + 1
   cells are alive at most, and a skewed row holds them. */
#include "bits.h"

static void relax(int steps, int n, const double initial[restrict n], double final[restrict n])
{
    /* polycc: u[i][j] -> u[(steps + j - i) % (n + 1)]; (n + 1) cells instead of (steps + 1) * n */
    double u[n + 1];
#pragma scop
    for (int i = 0; i < n; i++)
        u[(steps + i) % (n + 1)] = initial[i];
    for (int t = 1; t <= steps; t++) {
        u[(steps - t) % (n + 1)] = u[(steps - t + 1) % (n + 1)];
        for (int i = 1; i < n - 1; i++)
            u[(steps + i - t) % (n + 1)] = (u[(steps + i - t) % (n + 1)] + u[(steps + i - t + 1) % (n + 1)] + u[(steps + i - t + 2) % (n + 1)]) / 3.0;
        if (n >= 2)
            u[(steps + n - t - 1) % (n + 1)] = u[(steps + n - t) % (n + 1)];
    }
    for (int i = 0; i < n; i++)
        final[i] = u[i % (n + 1)];
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
