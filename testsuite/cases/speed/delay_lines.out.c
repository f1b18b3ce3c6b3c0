// expect: contracted f
// expect: contracted g
/* Cells that a loop goes through in turn, with values from before the loop and for what follows it, in loops that may not
   run at all. */
#include "bits.h"

static void three_terms(int n, const double x[restrict n], double last[restrict 3])
{
    /* polycc: f[i] -> f[i % 3]; 3 cells instead of (n + 3) */
    double f[3];
#pragma scop
    {
        f[0] = 0.5;
        f[1] = 0.25;
        f[2] = 0.125;
        double f_0 = f[0], f_1 = f[2], f_2 = f[1];
        for (int i = 0; i < n; i++) {
            f_0 = 0.5 * f_0 - 0.25 * f_2 + x[i] * f_1;
            double f_next = f_2;
            f_2 = f_1, f_1 = f_0, f_0 = f_next;
        }
        if (n - 1 >= 0) {
            f[(n + 3) % 3] = f_0;
            f[(n + 2) % 3] = f_1;
            f[(n + 1) % 3] = f_2;
        }
        for (int k = 0; k < 3; k++)
            last[k] = f[(n + k) % 3];
    }
#pragma endscop
}

static void held(int n, const int x[restrict n], int out[restrict n + 1])
{
    /* polycc: g[i] -> g[i % 2]; 2 cells instead of (n + 1) */
    int g[2];
#pragma scop
    {
        g[0] = 7;
        int g_0, g_1 = g[0];
        for (int i = 1; i <= n; i++) {
            if (i >= 3) {
                g_0 = g_1 + x[i - 3];
            }
            else
                g_0 = g_1;
            out[i] = 2 * g_0 - g_1;
            int g_next = g_1;
            g_1 = g_0, g_0 = g_next;
        }
        if (n >= 1) {
            g[(n + 1) % 2] = g_0;
            g[n % 2] = g_1;
        }
        out[0] = g[n % 2];
    }
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
