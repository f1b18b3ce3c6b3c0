// polycc: --expand violated --at n=20
// expect: expanded sum
/* k outside of i and j: all n * n sums are alive at once, and sum needs a version for each. */
#include "bits.h"

void product(int n, const double (*restrict a)[n], const double (*restrict b)[n], double (*restrict c)[n])
{
    double sum;
#pragma polycc schedule { Z[i,j] -> [0,0,i,j]; U[i,j,k] -> [1,k,i,j]; W[i,j] -> [2,0,i,j] }
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
Z:          sum = 0;
            for (int k = 0; k < n; k++)
U:              sum += a[i][k] * b[k][j];
W:          c[i][j] = sum;
        }
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
