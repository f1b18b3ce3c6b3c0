// polycc: --at n=6
/* Forward substitution: the triangle's rectangular hull goes in, more than is needed; a number goes both ways. */
#include "bits.h"
#include "each_size.h"

static double solve(int n, double l[restrict n][n], double x[restrict n])
{
    double sum = 0;
    /* polycc: what follows runs in a memory space of its own */
    {
        const int n_local = n;
        double *x_local = malloc(sizeof(double) * n);
        double (*l_local)[n] = malloc(sizeof(double) * n * n);
        double sum_local;
        if (!x_local || !l_local)
            abort();
        memcpy(x_local, x, sizeof(double) * n);
        memcpy(l_local, l, sizeof(double) * n * n);
        memcpy(&sum_local, &sum, sizeof sum_local);
        for (int i = 0; i < n_local; i++) {
            for (int j = 0; j < i; j++)
                x_local[i] -= l_local[i][j] * x_local[j];
            x_local[i] /= 4 + l_local[i][i];
            sum_local += x_local[i];
        }
        memcpy(x, x_local, sizeof(double) * n);
        memcpy(&sum, &sum_local, sizeof sum_local);
        free(l_local);
        free(x_local);
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
