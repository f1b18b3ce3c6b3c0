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
    /* polycc: x[i][j][k] -> x[j][k]; n * n cells instead of (steps + 1) * n * n */
    /* polycc: y[i][j][k] -> y[j][k]; n * n cells instead of (steps + 1) * n * n */
    /* polycc: z[i][j][k] -> z[j][k]; n * n cells instead of (steps + 1) * n * n */
    double x[n][n], y[n][n], z[n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            x[i][j] = 0.5;
            y[i][j] = 0.25;
            z[i][j] = hz[i][j];
        }
    if (steps >= 1)
        for (long t1 = 0; t1 <= (long)steps + (-5 * (long)steps + 3 * (long)n < 0 ? -((5 * (long)steps - 3 * (long)n + 11) / 12) : (3 * (long)n - 5 * (long)steps) / 12); t1++) {
            #pragma omp parallel for
            for (long t2 = t1 - ((long)steps + 3) / 3 + 1 > (3 * t1 + 3) / 7 ? t1 - ((long)steps + 3) / 3 + 1 : (3 * t1 + 3) / 7; t2 <= (t1 < (((long)steps + (long)n) / 4 < ((long)n + 3 * t1 + 2) / 7 ? ((long)steps + (long)n) / 4 : ((long)n + 3 * t1 + 2) / 7) ? t1 : (((long)steps + (long)n) / 4 < ((long)n + 3 * t1 + 2) / 7 ? ((long)steps + (long)n) / 4 : ((long)n + 3 * t1 + 2) / 7)); t2++)
                for (long t3 = (2 * t1 - 2 * t2 + 4) % 5 + 3 * t1 - 3 * t2 - 4 > ((long)n + t2 + 3) % 5 + 4 * t2 - (long)n - 3 ? (2 * t1 - 2 * t2 + 4) % 5 + 3 * t1 - 3 * t2 - 4 : ((long)n + t2 + 3) % 5 + 4 * t2 - (long)n - 3; t3 <= (long)steps + (long)n && t3 <= (long)n + 4 * t2 + 2 && t3 <= (long)n + 3 * t1 - 3 * t2 + 2; t3 += 5)
                    for (int t = 1 > 3 * t1 - 3 * t2 ? 1 : 3 * t1 - 3 * t2; t <= steps && t <= 3 * t1 - 3 * t2 + 2; t++) {
                        int last = n - 1 < t3 - t + 4 ? n - 1 : t3 - t + 4;
                        int last1 = n - 1 < t3 - t + 3 ? n - 1 : t3 - t + 3;
                        if (t >= 4 * t2 && t <= 4 * t2 + 3)
                            for (int j = 0 > t3 - t ? 0 : t3 - t; j <= last; j++)
                                y[0][j] = 1.0 / t;
                        for (int i = 1 > 4 * t2 - t ? 1 : 4 * t2 - t; i < n && i <= 4 * t2 - t + 3; i++)
                            for (int j = 0 > t3 - t ? 0 : t3 - t; j <= last; j++)
                                y[i][j] = y[i][j] - 0.5 * (z[i][j] - z[i - 1][j]);
                        for (int i = 0 > 4 * t2 - t ? 0 : 4 * t2 - t; i < n && i <= 4 * t2 - t + 3; i++) {
                            if (t >= t3 && t <= t3 + 4)
                                x[i][0] = x[i][0];
                            for (int j = 1 > t3 - t ? 1 : t3 - t; j <= last; j++)
                                x[i][j] = x[i][j] - 0.5 * (z[i][j] - z[i][j - 1]);
                        }
                        for (int i = 0 > 4 * t2 - t - 1 ? 0 : 4 * t2 - t - 1; i < n && i <= 4 * t2 - t + 2; i++)
                            for (int j = 0 > t3 - t - 1 ? 0 : t3 - t - 1; j <= last1; j++) {
                                if (i < n - 1 && j < n - 1) {
                                    z[i][j] = z[i][j] - 0.7 * (x[i][j + 1] - x[i][j] + y[i + 1][j] - y[i][j]);
                                }
                                else
                                    z[i][j] = z[i][j];
                            }
                    }
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            hz[i][j] = z[i][j];
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
