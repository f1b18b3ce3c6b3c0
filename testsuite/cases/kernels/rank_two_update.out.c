// polycc: --at n=12
// bytes: 1248 -> 1160
// expect: kept x
// expect: scalarized acc
/* w = (A + u v')(A + u v')' y, the updated matrix kept in a block since both passes read it
   (every cell is alive between them); the accumulator array needs one cell. */
#include "bits.h"

static void update(int n, double a[n][n], double u[n], double v[n], double y[n], double w[n])
{
    double (*x)[n] = malloc(n * sizeof *x);
    /* polycc: acc[i] -> acc[0]; 1 cell instead of n */
    double *acc = malloc(sizeof(double));
    if (x == NULL || acc == NULL)
        abort();
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            x[i][j] = a[i][j] + u[i] * v[j];
    for (int j = 0; j < n; j++)
        w[j] = 0.0;
    for (int j = 0; j < n; j++) {
        acc[0] = 0.0;
        for (int i = 0; i < n; i++)
            acc[0] += x[i][j] * y[i];
        for (int i = 0; i < n; i++)
            w[i] += x[i][j] * acc[0];
    }
#pragma endscop
    free(x);
    free(acc);
}

int main(void)
{
    static const int sizes[] = {1, 2, 5, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n * n, 24), *u = data_f64(n, 25), *v = data_f64(n, 26);
        double *y = data_f64(n, 27), *w = data_f64(n, 28);
        update(n, (void *)a, u, v, y, w);
        show("w", w, n, sizeof *w);
        free(a);
        free(u);
        free(v);
        free(y);
        free(w);
    }
    return 0;
}
