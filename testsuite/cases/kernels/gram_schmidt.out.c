// polycc: --at n=10,m=8
// bytes: 144 -> 88
// expect: kept v
// expect: scalarized r
/* Modified Gram-Schmidt. Both temporaries are declared inside the loop over the columns: v is
   alive as a whole, of r one coefficient at a time. */
#include <math.h>
#include "bits.h"

static void orthonormalize(int n, int m, double a[n][m])
{
#pragma scop
    for (int k = 0; k < m; k++) {
        double v[n];
        /* polycc: r[i] -> r; 1 cell instead of m */
        double r = 0;
        double norm = 0.0;
        for (int i = 0; i < n; i++)
            v[i] = a[i][k];
        for (int j = 0; j < k; j++) {
            r = 0.0;
            for (int i = 0; i < n; i++)
                r += a[i][j] * v[i];
            for (int i = 0; i < n; i++)
                v[i] -= r * a[i][j];
        }
        for (int i = 0; i < n; i++)
            norm += v[i] * v[i];
        norm = sqrt(norm) + 0.0009765625;
        for (int i = 0; i < n; i++)
            a[i][k] = v[i] / norm;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {5, 1}, {6, 4}, {9, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *a = data_f64(n * m, 37);
        orthonormalize(n, m, (void *)a);
        show("a", a, n * m, sizeof *a);
        free(a);
    }
    return 0;
}
