// expect: contracted f
// expect: contracted g
/* Cells that a loop goes through in turn, with values from before the loop and for what follows it, in loops that may not
   run at all. */
#include "bits.h"

static void three_terms(int n, const double x[restrict n], double last[restrict 3])
{
    double f[n + 3];
#pragma scop
    f[0] = 0.5;
    f[1] = 0.25;
    f[2] = 0.125;
    for (int i = 0; i < n; i++)
        f[i + 3] = 0.5 * f[i] - 0.25 * f[i + 1] + x[i] * f[i + 2];
    for (int k = 0; k < 3; k++)
        last[k] = f[n + k];
#pragma endscop
}

static void held(int n, const int x[restrict n], int out[restrict n + 1])
{
    int g[n + 1];
#pragma scop
    g[0] = 7;
    for (int i = 1; i <= n; i++) {
        if (i >= 3)
            g[i] = g[i - 1] + x[i - 3];
        else
            g[i] = g[i - 1];
        out[i] = 2 * g[i] - g[i - 1];
    }
    out[0] = g[n];
#pragma endscop
}

int main(void)
{
    for (int n = 0; n < 12; n++) {
        double *x = data_f64(n + 1, 5), last[3];
        three_terms(n, x, last);
        show("last", last, 3, sizeof *last);
        int *y = data_i32(n + 1, 6, 100), *out = data_i32(n + 1, 7, 100);
        held(n, y, out);
        show("out", out, n + 1, sizeof *out);
        free(x), free(y), free(out);
    }
    return 0;
}
