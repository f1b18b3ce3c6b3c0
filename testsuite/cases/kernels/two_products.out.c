// polycc: --at n=10
// bytes: 1600 -> 880
// expect: contracted e
// expect: kept f
/* (A B)(C D): all of f = C D must exist before the first row of the result, but of e = A B only
   one row lives at a time. */
#include "bits.h"

static void product_of_products(int n, double a[n][n], double b[n][n], double c[n][n], double d[n][n],
                                double g[n][n])
{
    /* polycc: e[i][j] -> e[j]; n cells instead of n * n */
    double *e = malloc(sizeof(double[n]));
    double (*f)[n] = malloc(n * sizeof *f);
    if (e == NULL || f == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            f[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                f[i][j] += c[i][k] * d[k][j];
        }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            e[j] = 0.0;
            for (int k = 0; k < n; k++)
                e[j] += a[i][k] * b[k][j];
        }
        for (int j = 0; j < n; j++) {
            g[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                g[i][j] += e[k] * f[k][j];
        }
    }
#pragma endscop
    free(e);
    free(f);
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 19), *b = data_f64(n * n, 20), *c = data_f64(n * n, 21);
        double *d = data_f64(n * n, 22), *g = data_f64(n * n, 23);
        product_of_products(n, (void *)a, (void *)b, (void *)c, (void *)d, (void *)g);
        show("g", g, n * n, sizeof *g);
        free(a);
        free(b);
        free(c);
        free(d);
        free(g);
    }
    return 0;
}
