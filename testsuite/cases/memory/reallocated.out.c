// polycc: --optimize memory --memory reallocate --at n=40
// bytes: 12800 -> 632
// expect: contracted t
/* One array for unrelated purposes: sums along columns row by row, then sums along rows column by column. Any two cells of a
   row are alive together in the first, any two of a column in the second, so contraction must keep both apart; what
   each statement writes needs a line or two, and these share memory. */
#include "bits.h"

static void stages(int n, const double x[restrict n][n], double y[restrict n])
{
    /* polycc: t[i][j] -> t[(3 * n - i - 2 * j - 3) % (2 * n - 1)], t_S2[i][j] -> t[(3 * n - i - 2 * j - 3) % (2 * n - 1)], t_S4[i] -> t[i]; (2 * n - 1) cells for all, instead of n * n */
    double t[2 * n - 1];
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[(3 * n - i - 2 * j - 3) % (2 * n - 1)] = i > 0 ? t[(3 * n - i - 2 * j - 2) % (2 * n - 1)] + t[(n + 2 * j - i) % (2 * n - 1)] : x[i][j];
    for (int j = 0; j < n; j++)
        sum += t[(2 * n - 2 * j - 2) % (2 * n - 1)] * j;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            t[(3 * n - j - 2 * i - 3) % (2 * n - 1)] = j > 0 ? sum * t[(3 * n - j - 2 * i - 2) % (2 * n - 1)] - t[(n + 2 * i - j) % (2 * n - 1)] : x[i][j];
    for (int i = 0; i < n; i++)
        sum -= t[(2 * n - 2 * i - 2) % (2 * n - 1)] * i;
    for (int i = 0; i < n; i++)
        t[i] = x[i][i] / (1.0 + sum * sum);
    for (int i = 0; i < n; i++)
        y[i] = t[i] - t[n - i - 1];
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 9; n += 2) {
        double *x = data_f64(n * n, 7), *y = data_f64(n, 8);
        stages(n, (void *)x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
