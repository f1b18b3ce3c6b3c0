// polycc: --optimize memory --at n=100
// bytes: 1600 -> 800
// expect: contracted a
// expect: contracted b
/* Blocks that may have no bytes: what holds both is declared with one cell at least, as C wants of an array type. */
#include "bits.h"

static void scale(int n, const double x[restrict], double y[restrict])
{
    /* polycc: a[i] -> a[i], b[i] -> a[i]; (n > 1 ? n : 1) cells for all, instead of n + n */
    double *a = malloc(sizeof(double[n > 1 ? n : 1])), *b = 0;
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] * 0.5;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        a[i] = a[i] * sum;
    for (int i = 0; i < n; i++)
        sum -= a[i];
    for (int i = 0; i < n; i++)
        y[i] = a[n - i - 1] + sum;
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
