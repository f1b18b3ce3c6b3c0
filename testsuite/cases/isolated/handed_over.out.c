// polycc: --transfer-reuse --at n=20,steps=5
/* Two arrays change places from call to call: both stay for all time steps. The matrix of the second function has whole rows. */
#include "bits.h"

static void step(int n, const double from[restrict n], double to[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        /* polycc: `to`, `from` are in it already: calls hand over what is copied */
        const int n_local = n;
        for (int i = 0; i < n_local; i++)
            to[i] = 0.5 * from[i] + 0.25 * (from[i > 0 ? i - 1 : 0] + from[i < n_local - 1 ? i + 1 : i]);
    }
}

static void heat(int n, int steps, double a[restrict n], double b[restrict n])
{
    /* polycc: what is copied here stays for all of the block */
    {
        double *a_local = malloc(n >= 1 && steps >= 1 ? sizeof(double) * n : 1);
        double *b_local = malloc(n >= 1 && steps >= 1 ? sizeof(double) * n : 1);
        if (!a_local || !b_local)
            abort();
        if (n >= 1 && steps >= 1)
            memcpy(a_local, a, sizeof(double) * n);
        for (int t = 0; t < steps; t++) {
            step(n, a_local, b_local);
            step(n, b_local, a_local);
        }
        if (n >= 1 && steps >= 1)
            memcpy(a, a_local, sizeof(double) * n);
        if (n >= 1 && steps >= 1)
            memcpy(b, b_local, sizeof(double) * n);
        free(b_local);
        free(a_local);
    }
}

static void rotate(int rows, int columns, double m[restrict rows][columns], double shift)
{
    /* polycc: what follows runs in a memory space of its own */
    {
        /* polycc: `m` is in it already: calls hand over what is copied */
        const int rows_local = rows, columns_local = columns;
        const double shift_local = shift;
        for (int i = 0; i < rows_local; i++)
            for (int j = 0; j < columns_local; j++)
                m[i][j] = shift_local - m[i][j];
    }
}

static void twice(int n, double x[restrict n][n])
{
    /* polycc: what is copied here stays for all of the block */
    {
        double (*x_local)[n] = malloc(sizeof(double) * n * n);
        if (!x_local)
            abort();
        memcpy(x_local, x, sizeof(double) * n * n);
        rotate(n, n, x_local, 3);
        rotate(n, n, x_local, 4);
        memcpy(x, x_local, sizeof(double) * n * n);
        free(x_local);
    }
}

int main(void)
{
    for (int n = 0; n < 9; n += n < 3 ? 1 : 2)
        for (int steps = 0; steps < 3; steps++) {
            double *a = data_f64(n, 1), *b = data_f64(n, 2), *x = data_f64(n * n, 3);
            heat(n, steps, a, b);
            if (n > 0)
                twice(n, (double(*)[n])x);
            show("a", a, n, sizeof *a);
            show("b", b, n, sizeof *b);
            show("x", x, n * n, sizeof *x);
            free(a);
            free(b);
            free(x);
        }
    return 0;
}
