// polycc: --at n=10
// expect: unchanged
// bytes: 0 -> 0
/* LU factorization in place, without pivoting: no temporaries, it goes through as it is. */
#include "bits.h"

static void factor(int n, double a[n][n])
{
#pragma scop
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            a[i][k] /= a[k][k];
            for (int j = k + 1; j < n; j++)
                a[i][j] -= a[i][k] * a[k][j];
        }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7, 10};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 32);
        for (int i = 0; i < n; i++)
            a[i * n + i] += n;
        factor(n, (void *)a);
        show("a", a, n * n, sizeof *a);
        free(a);
    }
    return 0;
}
