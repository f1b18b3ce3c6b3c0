// polycc: --parallel --tile=2,3,5 --at steps=9,n=12
// bytes: 11520 -> 2304
// expect: contracted u
/* Tiles in fronts. Five-point Jacobi on a square plate, every time step kept in a block from malloc. The border
   is copied along by the else branch. Two planes are enough. */
#include "bits.h"

static void plate(int steps, int n, double grid[n][n])
{
    /* polycc: u[i][j][k] -> u[i % 2][j][k]; 2 * n * n cells instead of (steps + 1) * n * n */
    double (*u)[n][n] = malloc(sizeof(double[2][n][n]));
    if (u == NULL)
        return;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[0][i][j] = grid[i][j];
    for (long t1 = 0; t1 < (long)steps + (-(long)steps + 2 * (long)n - 1 < 0 ? -(((long)steps - 2 * (long)n + 6) / 6) : (2 * (long)n - (long)steps - 1) / 6); t1++) {
        #pragma omp parallel for
        for (long t2 = t1 + (long)steps / 2 - (long)steps + 1 > (2 * t1 + 2) / 5 ? t1 + (long)steps / 2 - (long)steps + 1 : (2 * t1 + 2) / 5; t2 <= (t1 < ((long)n + 2 * t1) / 5 ? t1 : ((long)n + 2 * t1) / 5); t2++)
            for (long t3 = 2 * t1 - (2 * t1 - 2 * t2) % 5 - 2 * t2 > ((long)n + 2 * t2 + 3) % 5 + 3 * t2 - (long)n - 3 ? 2 * t1 - (2 * t1 - 2 * t2) % 5 - 2 * t2 : ((long)n + 2 * t2 + 3) % 5 + 3 * t2 - (long)n - 3; t3 < (long)steps + (long)n - 1 && t3 <= (long)n + 2 * t1 - 2 * t2 && t3 <= (long)n + 3 * t2 + 1; t3 += 5)
                for (int t = 0 > 2 * t1 - 2 * t2 ? 0 : 2 * t1 - 2 * t2; t < steps && t <= 2 * t1 - 2 * t2 + 1; t++) {
                    int last = n - 1 < t3 - t + 4 ? n - 1 : t3 - t + 4;
                    for (int i = 0 > 3 * t2 - t ? 0 : 3 * t2 - t; i < n && i <= 3 * t2 - t + 2; i++)
                        for (int j = 0 > t3 - t ? 0 : t3 - t; j <= last; j++) {
                            if (i > 0 && i < n - 1 && j > 0 && j < n - 1) {
                                u[(t + 1) % 2][i][j] = 0.2 * (u[t % 2][i][j] + u[t % 2][i][j - 1] + u[t % 2][i][j + 1] + u[t % 2][i - 1][j] + u[t % 2][i + 1][j]);
                            }
                            else
                                u[(t + 1) % 2][i][j] = u[t % 2][i][j];
                        }
                }
    }
    for (int i = 0; i < n; i++) {
        const double *u_row = u[steps % 2][i];
        for (int j = 0; j < n; j++)
            grid[i][j] = u_row[j];
    }
#pragma endscop
    free(u);
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {3, 1}, {1, 2}, {2, 3}, {5, 6}, {4, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *grid = data_f64(n * n, 5);
        plate(steps, n, (void *)grid);
        show("grid", grid, n * n, sizeof *grid);
        free(grid);
    }
    return 0;
}
