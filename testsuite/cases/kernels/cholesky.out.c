// polycc: --at n=10
// bytes: 80 -> 8
// expect: scalarized pivot
/* Cholesky factorization, lower triangle, with the pivots in an array of their own: each is
   spent within its column. */
#include <math.h>
#include "bits.h"

static void factor(int n, double a[n][n])
{
    /* polycc: pivot[i] -> pivot; 1 cell instead of n */
    double pivot = 0;
#pragma scop
    for (int j = 0; j < n; j++) {
        pivot = a[j][j];
        for (int k = 0; k < j; k++)
            pivot -= a[j][k] * a[j][k];
        pivot = sqrt(pivot);
        a[j][j] = pivot;
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++)
                a[i][j] -= a[i][k] * a[j][k];
            a[i][j] /= pivot;
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 10};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 33);
        for (int i = 0; i < n; i++)
            a[i * n + i] = 2.0 * n + i;
        factor(n, (void *)a);
        show("a", a, n * n, sizeof *a);
        free(a);
    }
    return 0;
}
