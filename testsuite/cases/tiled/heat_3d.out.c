// polycc: --tile=2,2,3,4 --at steps=6,n=8
// bytes: 14336 -> 4096
// expect: contracted u
/* Heat in a cube, explicit steps, a four-dimensional array of floats: two cubes suffice. The
   border is cold (zero) at every step. */
#include "bits.h"

static void heat(int steps, int n, float cube[n][n][n])
{
    /* polycc: u[i][j][k][l] -> u[i % 2][j][k][l]; 2 * n * n * n cells instead of (steps + 1) * n * n * n */
    float u[2][n][n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[0][i][j][k] = cube[i][j][k];
    if (steps >= 1)
        for (long t1 = 0; t1 <= (long)steps; t1 += 2)
            for (long t2 = 0; t2 <= (long)n; t2 += 2)
                for (long t3 = 0; t3 <= (long)n; t3 += 3)
                    for (long t4 = 0; t4 <= (long)n; t4 += 4)
                        for (int t = 1 > t1 ? 1 : t1; t <= steps && t <= t1 + 1; t++) {
                            int last = n - 1 < t4 + t1 - t + 3 ? n - 1 : t4 + t1 - t + 3;
                            for (int i = 0 > t2 + t1 - t ? 0 : t2 + t1 - t; i < n && i <= t2 + t1 - t + 1; i++)
                                for (int j = 0 > t3 + t1 - t ? 0 : t3 + t1 - t; j < n && j <= t3 + t1 - t + 2; j++)
                                    for (int k = 0 > t4 + t1 - t ? 0 : t4 + t1 - t; k <= last; k++) {
                                        if (i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1) {
                                            u[t % 2][i][j][k] = 0.0f;
                                        }
                                        else
                                            u[t % 2][i][j][k] = u[(t - 1) % 2][i][j][k] + 0.125f * (u[(t - 1) % 2][i - 1][j][k] - 2.0f * u[(t - 1) % 2][i][j][k] + u[(t - 1) % 2][i + 1][j][k]) + 0.125f * (u[(t - 1) % 2][i][j - 1][k] - 2.0f * u[(t - 1) % 2][i][j][k] + u[(t - 1) % 2][i][j + 1][k]) + 0.125f * (u[(t - 1) % 2][i][j][k - 1] - 2.0f * u[(t - 1) % 2][i][j][k] + u[(t - 1) % 2][i][j][k + 1]);
                                    }
                        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const float *u_row = u[steps % 2][i][j];
            for (int k = 0; k < n; k++)
                cube[i][j][k] = u_row[k];
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 2}, {1, 1}, {2, 2}, {1, 3}, {3, 4}, {4, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        float *cube = data_f32(n * n * n, 6);
        heat(steps, n, (void *)cube);
        show("cube", cube, n * n * n, sizeof *cube);
        free(cube);
    }
    return 0;
}
