// polycc: --at n=10,m=12,p=14,q=16
// bytes: 960 -> 96
// expect: contracted ab
/* (A B) C, one row of A B at a time: a row is complete when it is used and is not used again. */
#include "bits.h"

static void chain(int n, int m, int p, int q,
                  double a[restrict n][p], double b[restrict p][m],
                  double c[restrict m][q], double out[restrict n][q])
{
    /* polycc: ab[i][j] -> ab[j]; m cells instead of n * m */
    double ab[m];
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            ab[j] = 0.0;
            for (int k = 0; k < p; k++)
                ab[j] += a[i][k] * b[k][j];
        }
        for (int j = 0; j < q; j++) {
            out[i][j] = 0.0;
            for (int k = 0; k < m; k++)
                out[i][j] += ab[k] * c[k][j];
        }
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][4] = {{1, 1, 1, 1}, {2, 1, 3, 2}, {1, 2, 2, 1}, {5, 4, 3, 7}, {6, 9, 8, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1], p = sizes[s][2], q = sizes[s][3];
        double *a = data_f64(n * p, 15), *b = data_f64(p * m, 16);
        double *c = data_f64(m * q, 17), *out = data_f64(n * q, 18);
        chain(n, m, p, q, (void *)a, (void *)b, (void *)c, (void *)out);
        show("out", out, n * q, sizeof *out);
        free(a);
        free(b);
        free(c);
        free(out);
    }
    return 0;
}
