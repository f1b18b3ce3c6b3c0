// polycc: --optimize memory --at steps=4,n=20
// bytes: 16000 -> 3520
// expect: contracted f
/* Nine neighbours in single assignment. At most n * n + n + 1 cells are alive at once, which a row of that length would
   hold with a factor of n + 1 on one subscript; polycc's factors are integers, since a product of sizes may be more than an
   int holds where the program's own subscripts aren't. With integers it finds n + 2 rows. */
#include "bits.h"

static void relax(int steps, int n, const double in[restrict n][n], double out[restrict n][n])
{
    /* polycc: f[i][j][k] -> f[(2 * steps + j - 2 * i) % (n + 2)][k % n]; (n + 2) * n cells instead of (steps + 1) * n * n */
    double f[n + 2][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            f[(2 * steps + i) % (n + 2)][j % n] = in[i][j];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                f[(2 * steps + i - 2 * t) % (n + 2)][j % n] = i > 0 && i < n - 1 && j > 0 && j < n - 1
                    ? f[(2 * steps + i - 2 * t + 1) % (n + 2)][(j - 1) % n] + f[(2 * steps + i - 2 * t + 1) % (n + 2)][j % n] + f[(2 * steps + i - 2 * t + 1) % (n + 2)][(j + 1) % n] + f[(2 * steps + i - 2 * t + 2) % (n + 2)][(j - 1) % n]
                        - 8.0 * f[(2 * steps + i - 2 * t + 2) % (n + 2)][j % n] + f[(2 * steps + i - 2 * t + 2) % (n + 2)][(j + 1) % n] + f[(2 * steps + i - 2 * t + 3) % (n + 2)][(j - 1) % n] + f[(2 * steps + i - 2 * t + 3) % (n + 2)][j % n]
                        + f[(2 * steps + i - 2 * t + 3) % (n + 2)][(j + 1) % n]
                    : f[(2 * steps + i - 2 * t + 2) % (n + 2)][j % n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            out[i][j] = f[i % (n + 2)][j % n];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {1, 2}, {3, 3}, {2, 4}, {4, 5}, {5, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *in = data_f64(n * n, 43), *out = data_f64(n * n, 44);
        relax(steps, n, (void *)in, (void *)out);
        show("out", out, n * n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
