// polycc: --at n=12
// bytes: 1152 -> 192
// expect: contracted p
/* Neville's scheme at one point: p[i][k] interpolates samples i-k .. i; a row needs the one
   before. Division by a difference of samples, triangular loops. */
#include "bits.h"

static void interpolate(int n, const double x[n], const double y[n], double at, double best[n])
{
    double p[n][n];
#pragma scop
    for (int i = 0; i < n; i++) {
        p[i][0] = y[i];
        for (int k = 1; k <= i; k++)
            p[i][k] = p[i][k - 1] + (at - x[i]) * (p[i][k - 1] - p[i - 1][k - 1]) / (x[i] - x[i - k]);
        best[i] = p[i][i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 90), *y = data_f64(n, 91), *best = data_f64(n, 92);
        for (int i = 0; i < n; i++)
            x[i] += 2.0 * i;
        interpolate(n, x, y, 0.5, best);
        show("best", best, n, sizeof *best);
        free(x);
        free(y);
        free(best);
    }
    return 0;
}
