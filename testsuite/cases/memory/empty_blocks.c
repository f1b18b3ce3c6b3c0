// polycc: --optimize memory --at n=100
// bytes: 1600 -> 800
// expect: contracted a
// expect: contracted b
/* Blocks that may have no bytes: what holds both is declared with one cell at least, as C wants of an array type. */
#include "bits.h"

static void scale(int n, const double x[restrict], double y[restrict])
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] * 0.5;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        b[i] = a[i] * sum;
    for (int i = 0; i < n; i++)
        sum -= b[i];
    for (int i = 0; i < n; i++)
        y[i] = b[n - 1 - i] + sum;
#pragma endscop
    free(a);
    free(b);
}

int main(void)
{
    for (int n = 0; n <= 9; n += 3) {
        double *x = data_f64(n, 7), *y = data_f64(n, 8);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
