// polycc: --tile=2,2,3,4 --at steps=6,n=8
// bytes: 14336 -> 4096
// expect: contracted u
/* Heat in a cube, explicit steps, a four-dimensional array of floats: two cubes suffice. The
   border is cold (zero) at every step. */
#include "bits.h"

static void heat(int steps, int n, float cube[n][n][n])
{
    float u[steps + 1][n][n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                u[0][i][j][k] = cube[i][j][k];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++) {
                    if (i == 0 || i == n - 1 || j == 0 || j == n - 1 || k == 0 || k == n - 1) {
                        u[t][i][j][k] = 0.0f;
                    } else {
                        u[t][i][j][k] = u[t - 1][i][j][k]
                            + 0.125f * (u[t - 1][i - 1][j][k] - 2.0f * u[t - 1][i][j][k] + u[t - 1][i + 1][j][k])
                            + 0.125f * (u[t - 1][i][j - 1][k] - 2.0f * u[t - 1][i][j][k] + u[t - 1][i][j + 1][k])
                            + 0.125f * (u[t - 1][i][j][k - 1] - 2.0f * u[t - 1][i][j][k] + u[t - 1][i][j][k + 1]);
                    }
                }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                cube[i][j][k] = u[steps][i][j][k];
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
