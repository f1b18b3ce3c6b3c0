// polycc: --at n=12
// expect: unchanged
// bytes: 96 -> 96
// expect: kept y
/* Forward, then backward substitution. The backward loop counts down; y is alive as a whole
   between the two, so it keeps its size. */
#include "bits.h"

static void solve(int n, double l[n][n], double b[n], double x[n])
{
    double y[n];
#pragma scop
    for (int i = 0; i < n; i++) {
        y[i] = b[i];
        for (int j = 0; j < i; j++)
            y[i] -= l[i][j] * y[j];
        y[i] /= l[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        x[i] = y[i];
        for (int j = i + 1; j < n; j++)
            x[i] -= l[j][i] * x[j];
        x[i] /= l[i][i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8, 13};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *l = data_f64(n * n, 34), *b = data_f64(n, 35), *x = data_f64(n, 36);
        for (int i = 0; i < n; i++)
            l[i * n + i] = 2.0 + i;
        solve(n, (void *)l, b, x);
        show("x", x, n, sizeof *x);
        free(l);
        free(b);
        free(x);
    }
    return 0;
}
