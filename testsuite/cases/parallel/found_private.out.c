// polycc: --parallel --at n=10
// bytes: 800 -> 80
// expect: contracted product
/* Each row of the product is used in its own iteration: each thread has one row, and its own sum. */
#include "bits.h"

static void chain(int n, double (*restrict a)[n], double (*restrict b)[n], double *restrict out)
{
    /* polycc: product[i][j] -> product[j]; n cells instead of n * n */
    double product[n];
    double sum;
#pragma scop
    #pragma omp parallel for if(1.0 * n * n * n > 20000) private(sum, product)
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            sum = 0.0;
            for (int k = 0; k < n; k++)
                sum += a[i][k] * b[k][j];
            product[j] = sum;
        }
        out[i] = 0.0;
        for (int j = 0; j < n; j++)
            out[i] += product[j] * product[n - j - 1];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 16};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 3), *b = data_f64(n * n, 4), *out = data_f64(n, 5);
        chain(n, (void *)a, (void *)b, out);
        show("out", out, n, sizeof *out);
        free(a);
        free(b);
        free(out);
    }
    return 0;
}
