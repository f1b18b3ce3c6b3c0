// polycc: --tile=3,2,4 --at steps=6,n=9
// expect: contracted f
// expect: contracted g
// expect: contracted h
/* Three populations on a plate that stream to the right, down and not at all, and exchange what they have too much. Their
   border stays. The scalars hold values of one point only, so tiles need not keep the order in which points use them. */
#include "bits.h"

static void stream(int steps, int n, double (*restrict state)[n][n])
{
    double f[steps + 1][n][n], g[steps + 1][n][n], h[steps + 1][n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[0][i][j] = state[0][i][j];
            g[0][i][j] = state[1][i][j];
            h[0][i][j] = state[2][i][j];
        }
    for (int t = 1; t <= steps; t++) {
        for (int j = 0; j < n; j++) {
            f[t][0][j] = f[t - 1][0][j];
            g[t][0][j] = g[t - 1][0][j];
            h[t][0][j] = h[t - 1][0][j];
        }
        for (int i = 1; i < n; i++) {
            f[t][i][0] = f[t - 1][i][0];
            g[t][i][0] = g[t - 1][i][0];
            h[t][i][0] = h[t - 1][i][0];
            for (int j = 1; j < n; j++) {
                double right = f[t - 1][i][j - 1];
                double down = g[t - 1][i - 1][j];
                double still = h[t - 1][i][j];
                double mean = (right + down + still) / 3.0;
                f[t][i][j] = right + 0.5 * (mean - right);
                g[t][i][j] = down + 0.25 * (mean - down);
                h[t][i][j] = still + 0.125 * (mean - still);
            }
        }
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            state[0][i][j] = f[steps][i][j];
            state[1][i][j] = g[steps][i][j];
            state[2][i][j] = h[steps][i][j];
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
