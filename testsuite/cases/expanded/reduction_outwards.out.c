// polycc: --expand violated --at n=20
// expect: expanded sum
/* k outside of i and j: all n * n sums are alive at once, and sum needs a version for each. */
#include "bits.h"

void product(int n, const double (*restrict a)[n], const double (*restrict b)[n], double (*restrict c)[n])
{
    /* polycc: sum[i][j], versions by i, j; n * n cells */
    double sum[n][n];
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum[i][j] = 0;
    for (int k = 0; k < n; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                sum[i][j] += a[i][k] * b[k][j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i][j] = sum[i][j];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 7};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        if (n < 1)
            continue;
        double *a = data_f64(n * n, 1), *b = data_f64(n * n, 2), *c = data_f64(n * n, 3);
        product(n, (void *)a, (void *)b, (void *)c);
        show("c", c, n * n, sizeof *c);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}
