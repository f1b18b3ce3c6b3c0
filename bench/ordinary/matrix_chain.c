/* The product of three matrices: a row of the first product is all that the second needs at a time, but both matrices
   are read whole for each row. */
#include "bits.h"

static void chain(int n, const double (*restrict a)[n], const double (*restrict b)[n], const double (*restrict c)[n],
                  double (*restrict d)[n])
{
    double (*ab)[n] = malloc(sizeof(double[n][n]));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            ab[i][j] = 0;
            for (int k = 0; k < n; k++)
                ab[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            d[i][j] = 0;
            for (int k = 0; k < n; k++)
                d[i][j] += ab[i][k] * c[k][j];
        }
    free(ab);
}

int main(void)
{
    enum { ORDER = 300 };
    static double *a, *b, *c, *d;
    if (a == NULL) {
        a = data_f64(ORDER * ORDER, 1);
        b = data_f64(ORDER * ORDER, 2);
        c = data_f64(ORDER * ORDER, 3);
        d = data_f64(ORDER * ORDER, 4);
    }
    chain(ORDER, (void *)a, (void *)b, (void *)c, (void *)d);
    show("d", d, ORDER * ORDER, sizeof *d);
    return 0;
}
