// polycc: --tile --at steps=9,n=20
// bytes: 1600 -> 320
// says: no tiles: the loops around line 15 can't be skewed so that no value flows back
/* Each step reads the row of the last one from the other end: no skew makes all values flow one way. */
#include "bits.h"

static void fold(int steps, int n, const double *restrict in, double *restrict out)
{
    double u[steps + 1][n];
#pragma scop
    for (int i = 0; i < n; i++)
        u[0][i] = in[i];
    for (int t = 1; t <= steps; t++)
        for (int i = 0; i < n; i++)
            u[t][i] = 0.5 * u[t - 1][n - 1 - i] + in[i];
    for (int i = 0; i < n; i++)
        out[i] = u[steps][i];
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {2, 5}, {7, 8}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *in = data_f64(n, 3), *out = data_f64(n, 4);
        fold(steps, n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
