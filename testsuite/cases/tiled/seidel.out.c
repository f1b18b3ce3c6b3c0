// polycc: --tile=3,2,4 --at sweeps=8,n=10
// bytes: 7200 -> 800
// expect: contracted u
/* Gauss-Seidel sweeps in single assignment: north and west come from this sweep, south and east
   from the last one. The dependences are those of the sweep in place, and one plane is enough. */
#include "bits.h"

static void sweep(int sweeps, int n, double grid[n][n])
{
    /* polycc: u[i][j][k] -> u[j][k]; n * n cells instead of (sweeps + 1) * n * n */
    double u[n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i][j] = grid[i][j];
    if (sweeps >= 1)
        for (long t1 = 0; t1 <= (long)sweeps; t1 += 3)
            for (long t2 = 0; t2 <= (long)n + 1; t2 += 2)
                for (long t3 = 0; t3 <= (long)n + 1; t3 += 4)
                    for (int t = 1 > t1 ? 1 : t1; t <= sweeps && t <= t1 + 2; t++) {
                        int last = n - 1 < t3 + t1 - t + 3 ? n - 1 : t3 + t1 - t + 3;
                        for (int i = 0 > t2 + t1 - t ? 0 : t2 + t1 - t; i < n && i <= t2 + t1 - t + 1; i++)
                            for (int j = 0 > t3 + t1 - t ? 0 : t3 + t1 - t; j <= last; j++) {
                                if (i >= 1 && i <= n - 2 && j >= 1 && j <= n - 2) {
                                    u[i][j] = (u[i - 1][j] + u[i][j - 1] + u[i][j] + u[i][j + 1] + u[i + 1][j]) / 5.0;
                                }
                                else
                                    u[i][j] = u[i][j];
                            }
                    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = u[i][j];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {2, 1}, {1, 2}, {2, 3}, {5, 6}, {4, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int sweeps = sizes[s][0], n = sizes[s][1];
        double *grid = data_f64(n * n, 11);
        sweep(sweeps, n, (void *)grid);
        show("grid", grid, n * n, sizeof *grid);
        free(grid);
    }
    return 0;
}
