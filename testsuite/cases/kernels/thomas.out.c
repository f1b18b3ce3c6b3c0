// polycc: --at lines=10,n=20
// bytes: 3200 -> 320
// expect: contracted c
// expect: contracted d
/* Tridiagonal systems, one per line, solved one after the other: a sweep forwards, a sweep back.
   The scratch of one line serves all. */
#include "bits.h"

static void solve(int lines, int n, double rhs[lines][n])
{
    /* polycc: c[i][j] -> c[j]; n cells instead of lines * n */
    /* polycc: d[i][j] -> d[j]; n cells instead of lines * n */
    double c[n], d[n];
#pragma scop
    for (int l = 0; l < lines; l++) {
        c[0] = -0.25;
        d[0] = 0.25 * rhs[l][0];
        for (int i = 1; i < n; i++) {
            c[i] = -1.0 / (4.0 + c[i - 1]);
            d[i] = (rhs[l][i] + d[i - 1]) / (4.0 + c[i - 1]);
        }
        rhs[l][n - 1] = d[n - 1];
        for (int i = n - 2; i >= 0; i--)
            rhs[l][i] = d[i] - c[i] * rhs[l][i + 1];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {4, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int lines = sizes[s][0], n = sizes[s][1];
        double *rhs = data_f64(lines * n, 87);
        solve(lines, n, (void *)rhs);
        show("rhs", rhs, lines * n, sizeof *rhs);
        free(rhs);
    }
    return 0;
}
