// polycc: --tile=3,2,4 --at steps=6,n=9
// expect: contracted f
// expect: contracted g
// expect: contracted h
/* Three populations on a plate that stream to the right, down and not at all, and exchange what they have too much. Their
   border stays. The scalars hold values of one point only, so tiles need not keep the order in which points use them. */
#include "bits.h"

static void stream(int steps, int n, double (*restrict state)[n][n])
{
    /* polycc: f[i][j][k] -> f[i % 2][j][k]; 2 * n * n cells instead of (steps + 1) * n * n */
    /* polycc: g[i][j][k] -> g[i % 2][j][k]; 2 * n * n cells instead of (steps + 1) * n * n */
    /* polycc: h[i][j][k] -> h[j][k]; n * n cells instead of (steps + 1) * n * n */
    double f[2][n][n], g[2][n][n], h[n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[0][i][j] = state[0][i][j];
            g[0][i][j] = state[1][i][j];
            h[i][j] = state[2][i][j];
        }
    if (steps >= 1)
        for (long t1 = 0; t1 <= (long)steps; t1 += 3)
            for (long t2 = 0; t2 <= (long)n + 1; t2 += 2)
                for (long t3 = 0; t3 <= (long)n + 1; t3 += 4)
                    for (int t = 1 > t1 ? 1 : t1; t <= steps && t <= t1 + 2; t++) {
                        int last = n - 1 < t3 + t1 - t + 3 ? n - 1 : t3 + t1 - t + 3;
                        if (t >= t2 + t1 && t <= t2 + t1 + 1)
                            for (int j = 0 > t3 + t1 - t ? 0 : t3 + t1 - t; j <= last; j++) {
                                f[t % 2][0][j] = f[(t - 1) % 2][0][j];
                                g[t % 2][0][j] = g[(t - 1) % 2][0][j];
                                h[0][j] = h[0][j];
                            }
                        for (int i = 1 > t2 + t1 - t ? 1 : t2 + t1 - t; i < n && i <= t2 + t1 - t + 1; i++) {
                            if (t >= t3 + t1 && t <= t3 + t1 + 3) {
                                f[t % 2][i][0] = f[(t - 1) % 2][i][0];
                                g[t % 2][i][0] = g[(t - 1) % 2][i][0];
                                h[i][0] = h[i][0];
                            }
                            for (int j = 1 > t3 + t1 - t ? 1 : t3 + t1 - t; j <= last; j++) {
                                double right = f[(t - 1) % 2][i][j - 1];
                                double down = g[(t - 1) % 2][i - 1][j];
                                double still = h[i][j];
                                double mean = (right + down + still) / 3.0;
                                f[t % 2][i][j] = right + 0.5 * (mean - right);
                                g[t % 2][i][j] = down + 0.25 * (mean - down);
                                h[i][j] = still + 0.125 * (mean - still);
                            }
                        }
                    }
    for (int i = 0; i < n; i++) {
        const double *f_row = f[steps % 2][i];
        const double *g_row = g[steps % 2][i];
        for (int j = 0; j < n; j++) {
            state[0][i][j] = f_row[j];
            state[1][i][j] = g_row[j];
            state[2][i][j] = h[i][j];
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {2, 1}, {1, 2}, {2, 3}, {5, 6}, {9, 13}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *state = data_f64(3 * n * n, 17);
        stream(steps, n, (void *)state);
        show("state", state, 3 * n * n, sizeof *state);
        free(state);
    }
    return 0;
}
