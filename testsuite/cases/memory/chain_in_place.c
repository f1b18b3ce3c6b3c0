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
    double a[n], b[n];
    double sum = 0, squares = 0, c[n];
    double d[n];
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] + 2.0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        b[i] = a[i] - sum / n;
    for (int i = 0; i < n; i++)
        squares += b[i] * b[i];
    for (int i = 0; i < n; i++)
        c[i] = b[i] / (squares + 1.0);
    for (int i = 0; i < n; i++)
        sum += c[i];
    for (int i = 0; i < n; i++)
        d[i] = c[i] * sum;
    for (int i = 0; i < n; i++)
        squares += d[i];
    for (int i = n - 1; i >= 0; i--)
        y[i] = squares - d[i] + d[n - 1 - i];
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
