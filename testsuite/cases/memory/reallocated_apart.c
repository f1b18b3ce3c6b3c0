// polycc: --optimize none --memory reallocate --at n=40
// bytes: 12800 -> 1600
// expect: contracted t
/* One array for unrelated purposes: sums along columns row by row, then sums along rows column by column. Any two cells of a
   row are alive together in the first, any two of a column in the second, so contraction must keep both apart; what
   each statement writes needs a line or two, in arrays of its own. */
#include "bits.h"

static void stages(int n, const double x[restrict n][n], double y[restrict n])
{
    double t[n][n];
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[i][j] = i > 0 ? t[i - 1][j] + t[i - 1][n - 1 - j] : x[i][j];
    for (int j = 0; j < n; j++)
        sum += t[n - 1][j] * j;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            t[i][j] = j > 0 ? sum * t[i][j - 1] - t[n - 1 - i][j - 1] : x[i][j];
    for (int i = 0; i < n; i++)
        sum -= t[i][n - 1] * i;
    for (int i = 0; i < n; i++)
        t[i][n - 1 - i] = x[i][i] / (1.0 + sum * sum);
    for (int i = 0; i < n; i++)
        y[i] = t[i][n - 1 - i] - t[n - 1 - i][i];
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
