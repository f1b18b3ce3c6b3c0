// polycc: --at n=6
/* Forward substitution: the triangle's rectangular hull goes in, more than is needed; a number goes both ways. */
#include "bits.h"
#include "each_size.h"

static double solve(int n, double l[restrict n][n], double x[restrict n])
{
    double sum = 0;
#pragma polycc isolate
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= l[i][j] * x[j];
        x[i] /= 4 + l[i][i];
        sum += x[i];
    }
    return sum;
}

int main(void)
{
    each_width(n) {
        double *l = data_f64(n * n, 1), *x = data_f64(n, 2);
        double sum = solve(n, (double(*)[n])l, x);
        show("x", x, n, sizeof *x);
        show("sum", &sum, 1, sizeof sum);
        free(l);
        free(x);
    }
    return 0;
}
