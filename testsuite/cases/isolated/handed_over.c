// polycc: --transfer-reuse --at n=20,steps=5
/* Two arrays change places from call to call: both stay for all time steps. The matrix of the second function has whole rows. */
#include "bits.h"

static void step(int n, const double from[restrict n], double to[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        to[i] = 0.5 * from[i] + 0.25 * (from[i > 0 ? i - 1 : 0] + from[i < n - 1 ? i + 1 : i]);
}

static void heat(int n, int steps, double a[restrict n], double b[restrict n])
{
    for (int t = 0; t < steps; t++) {
        step(n, a, b);
        step(n, b, a);
    }
}

static void rotate(int rows, int columns, double m[restrict rows][columns], double shift)
{
#pragma polycc isolate
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            m[i][j] = shift - m[i][j];
}

static void twice(int n, double x[restrict n][n])
{
    rotate(n, n, x, 3);
    rotate(n, n, x, 4);
}

int main(void)
{
    for (int n = 0; n < 9; n += n < 3 ? 1 : 2)
        for (int steps = 0; steps < 3; steps++) {
            double *a = data_f64(n, 1), *b = data_f64(n, 2), *x = data_f64(n * n, 3);
            heat(n, steps, a, b);
            if (n > 0)
                twice(n, (double(*)[n])x);
            show("a", a, n, sizeof *a);
            show("b", b, n, sizeof *b);
            show("x", x, n * n, sizeof *x);
            free(a);
            free(b);
            free(x);
        }
    return 0;
}
