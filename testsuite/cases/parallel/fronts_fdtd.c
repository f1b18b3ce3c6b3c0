// polycc: --parallel --tile=3,4,5 --at steps=8,n=10
// bytes: 21600 -> 2400
// expect: contracted x
// expect: contracted y
// expect: contracted z
/* Tiles in fronts. Electric and magnetic fields, one after the other in each step: the magnetic field is a row and a column behind
   in the tiles. One plane of each is enough, in the order of the program and in tiles. */
#include "bits.h"

static void waves(int steps, int n, double (*restrict hz)[n])
{
    double x[steps + 1][n][n], y[steps + 1][n][n], z[steps + 1][n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[0][i][j] = 0.5;
            y[0][i][j] = 0.25;
            z[0][i][j] = hz[i][j];
        }
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++)
            y[t][0][j] = 1.0 / t;
        for (int i = 1; i < n; i++)
            for (int j = 0; j < n; j++)
                y[t][i][j] = y[t - 1][i][j] - 0.5 * (z[t - 1][i][j] - z[t - 1][i - 1][j]);
        for (int i = 0; i < n; i++) {
            x[t][i][0] = x[t - 1][i][0];
            for (int j = 1; j < n; j++)
                x[t][i][j] = x[t - 1][i][j] - 0.5 * (z[t - 1][i][j] - z[t - 1][i][j - 1]);
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (i < n - 1 && j < n - 1)
                    z[t][i][j] = z[t - 1][i][j]
                        - 0.7 * (x[t][i][j + 1] - x[t][i][j] + y[t][i + 1][j] - y[t][i][j]);
                else
                    z[t][i][j] = z[t - 1][i][j];
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            hz[i][j] = z[steps][i][j];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {3, 2}, {2, 3}, {5, 7}, {9, 10}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *field = data_f64(n * n, 5);
        waves(steps, n, (void *)field);
        show("hz", field, n * n, sizeof *field);
        free(field);
    }
    return 0;
}
