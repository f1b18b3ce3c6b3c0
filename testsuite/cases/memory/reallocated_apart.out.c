// polycc: --optimize none --memory reallocate --at n=40
// bytes: 12800 -> 1600
// expect: contracted t
/* One array for unrelated purposes: sums along columns row by row, then sums along rows column by column. Any two cells of a
   row are alive together in the first, any two of a column in the second, so contraction must keep both apart; what
   each statement writes needs a line or two, in arrays of its own. */
#include "bits.h"

static void stages(int n, const double x[restrict n][n], double y[restrict n])
{
    /* polycc: t[i][j] -> t[i % 2][j]; 2 * n cells instead of n * n */
    double t[2][n];
    double sum = 0;
#pragma scop
    {
        /* polycc: what S2 writes to t: t_S2[i][j] -> t_S2[i % 2][j]; 2 * n cells */
        double t_S2[2][n];
        /* polycc: what S4 writes to t: t_S4[i] -> t_S4[i]; n cells */
        double t_S4[n];
        {
            double *t_0 = t[0], *t_1 = t[1];
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++)
                    t_0[j] = i > 0 ? t_1[j] + t_1[n - j - 1] : x[i][j];
                double *t_next = t_1;
                t_1 = t_0, t_0 = t_next;
            }
        }
        for (int j = 0; j < n; j++)
            sum += t[(n - 1) % 2][j] * j;
        {
            double *t_S2_0 = t_S2[0], *t_S2_1 = t_S2[1];
            for (int j = 0; j < n; j++) {
                for (int i = 0; i < n; i++)
                    t_S2_0[i] = j > 0 ? sum * t_S2_1[i] - t_S2_1[n - i - 1] : x[i][j];
                double *t_S2_next = t_S2_1;
                t_S2_1 = t_S2_0, t_S2_0 = t_S2_next;
            }
        }
        for (int i = 0; i < n; i++)
            sum -= t_S2[(n - 1) % 2][i] * i;
        for (int i = 0; i < n; i++)
            t_S4[i] = x[i][i] / (1.0 + sum * sum);
        for (int i = 0; i < n; i++)
            y[i] = t_S4[i] - t_S4[n - i - 1];
    }
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
