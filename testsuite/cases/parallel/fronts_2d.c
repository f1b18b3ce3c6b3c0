// polycc: --parallel --tile=2,3,5 --at steps=9,n=12
// bytes: 11520 -> 2304
// expect: contracted u
/* Tiles in fronts. Five-point Jacobi on a square plate, every time step kept in a block from malloc. The border
   is copied along by the else branch. Two planes are enough. */
#include "bits.h"

static void plate(int steps, int n, double grid[n][n])
{
    double (*u)[n][n] = malloc(sizeof(double[steps + 1][n][n]));
    if (u == NULL)
        return;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[0][i][j] = grid[i][j];
    for (int t = 0; t < steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
                    u[t + 1][i][j] = 0.2 * (u[t][i][j] + u[t][i][j - 1] + u[t][i][j + 1]
                                            + u[t][i - 1][j] + u[t][i + 1][j]);
                else
                    u[t + 1][i][j] = u[t][i][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            grid[i][j] = u[steps][i][j];
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
