// polycc: --optimize speed
/* Triangular factors of a matrix in its place, and in places of their own with a sum for each cell. Columns are divided as soon as
   they are done; `l` of the second goes down its columns in any order. */
#include "bits.h"

static void in_place(int n, double a[restrict n][n])
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[k][j];
            a[i][j] /= a[j][j];
        }
        for (int j = i; j < n; j++)
            for (int k = 0; k < i; k++)
                a[i][j] -= a[i][k] * a[k][j];
    }
}

static void apart(int n, const double a[restrict n][n], double l[restrict n][n], double u[restrict n][n])
{
    for (int i = 0; i < n; i++) {
        for (int k = i; k < n; k++) {
            double sum = 0;
            for (int j = 0; j < i; j++)
                sum += l[i][j] * u[j][k];
            u[i][k] = a[i][k] - sum;
        }
        for (int k = i; k < n; k++) {
            double sum = 0;
            for (int j = 0; j < i; j++)
                sum += l[k][j] * u[j][i];
            l[k][i] = (a[k][i] - sum) / u[i][i];
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
