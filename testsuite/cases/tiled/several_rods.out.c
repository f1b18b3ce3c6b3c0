// polycc: --tile=4,5 --at rods=3,steps=9,n=20
// bytes: 1600 -> 320
// expect: contracted u
/* The loop over rods stays outside of the tiles. */
#include "bits.h"

static void relax(int rods, int steps, int n, double (*restrict rod)[n])
{
    /* polycc: u[i][j] -> u[i % 2][j]; 2 * n cells instead of (steps + 1) * n */
    double u[2][n];
#pragma scop
    for (int r = 0; r < rods; r++) {
        double *u_0 = u[steps % 2];
        for (int i = 0; i < n; i++)
            u[0][i] = rod[r][i];
        if (rods >= 1 && steps >= 1)
            for (long t1 = 0; t1 <= (long)steps; t1 += 4)
                for (long t2 = 0; t2 <= (long)n + 2; t2 += 5)
                    for (int t = 1 > t1 ? 1 : t1; t <= steps && t <= t1 + 3; t++)
                        for (int i = 0 > t2 + t1 - t ? 0 : t2 + t1 - t; i <= (n - 1 < t2 + t1 - t + 4 ? n - 1 : t2 + t1 - t + 4); i++)
                            u[t % 2][i] = i > 0 && i < n - 1 ? 0.5 * (u[(t - 1) % 2][i - 1] + u[(t - 1) % 2][i + 1]) : u[(t - 1) % 2][i];
        for (int i = 0; i < n; i++)
            rod[r][i] = u_0[i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][3] = {{0, 2, 3}, {1, 0, 1}, {2, 1, 1}, {2, 3, 4}, {3, 6, 12}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int rods = sizes[s][0], steps = sizes[s][1], n = sizes[s][2];
        double *rod = data_f64(rods * n, 7);
        relax(rods, steps, n, (void *)rod);
        show("rod", rod, rods * n, sizeof *rod);
        free(rod);
    }
    return 0;
}
