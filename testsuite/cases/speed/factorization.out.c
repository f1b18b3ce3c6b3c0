// polycc: --optimize speed
/* Triangular factors of a matrix in its place, and in places of their own with a sum for each cell. Columns are divided as soon as
   they are done; `l` of the second goes down its columns in any order. */
#include "bits.h"

static void in_place(int n, double a[restrict n][n])
{
    for (int i = 1; i < n; i++) {
        for (int j = 0; j < i; j++) {
            a[i][j] /= a[j][j];
            for (int t = j + 1; t < i; t++)
                a[i][t] -= a[i][j] * a[j][t];
        }
        for (int k = 0; k < i; k++)
            for (int j = i; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static void apart(int n, const double a[restrict n][n], double l[restrict n][n], double u[restrict n][n])
{
    {
        /* polycc: sum[i % 512], versions by k; 512 cells */
        double sum[512];
        for (int i = 0; i < n; i++) {
            for (long t = i - i % 512; t < (long)n; t += 512) {
                int last = n - 1 < t + 511 ? n - 1 : t + 511;
                for (int k = i > t ? i : t; k <= last; k++)
                    sum[k - t] = 0;
                for (int j = 0; j < i; j++)
                    for (int k = i > t ? i : t; k <= last; k++)
                        sum[k - t] += l[i][j] * u[j][k];
                for (int k = i > t ? i : t; k <= last; k++)
                    u[i][k] = a[i][k] - sum[k - t];
            }
            for (int k = i; k < n; k++) {
                double sum_2 = 0;
                for (int j = 0; j < i; j++)
                    sum_2 += l[k][j] * u[j][i];
                l[k][i] = (a[k][i] - sum_2) / u[i][i];
            }
        }
    }
}

static void run(int n)
{
    double(*a)[n] = (void *)data_f64(n * n, 1), (*l)[n] = (void *)data_f64(n * n, 2);
    double(*u)[n] = (void *)data_f64(n * n, 3);
    for (int i = 0; i < n; i++)
        a[i][i] += n;
    apart(n, a, l, u);
    show("lower", l, n * n, sizeof(double));
    show("upper", u, n * n, sizeof(double));
    in_place(n, a);
    show("in place", a, n * n, sizeof(double));
    free(a);
    free(l);
    free(u);
}

int main(void)
{
    run(1);
    run(2);
    run(3);
    run(40);
    run(150);
    return 0;
}
