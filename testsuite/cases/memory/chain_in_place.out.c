// polycc: --optimize memory --at n=100
// bytes: 3200 -> 800
// expect: contracted a
// expect: contracted b
// expect: contracted c
// expect: contracted d
/* A chain of maps, between which sums keep the loops apart. Each map reads a cell for the last time when it writes its own,
   so all four arrays fit one. */
#include "bits.h"

static void normalise(int n, const double x[restrict n], double y[restrict n])
{
    /* polycc: a[i] -> a[i], b[i] -> a[i], c[i] -> a[i], d[i] -> a[i]; n cells for all, instead of n + n + n + n */
    double a[n];
    double sum = 0, squares = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] + 2.0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        a[i] = a[i] - sum / n;
    for (int i = 0; i < n; i++)
        squares += a[i] * a[i];
    for (int i = 0; i < n; i++)
        a[i] = a[i] / (squares + 1.0);
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        a[i] = a[i] * sum;
    for (int i = 0; i < n; i++)
        squares += a[i];
    for (int i = n - 1; i >= 0; i--)
        y[i] = squares - a[i] + a[n - i - 1];
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 9; n += 2) {
        double *x = data_f64(n, 5), *y = data_f64(n, 6);
        normalise(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
