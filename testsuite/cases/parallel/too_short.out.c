// polycc: --parallel
/* Loops of which it is known that they end before threads would have started. */
#include "bits.h"

static void product(const double a[restrict 4][4], const double b[restrict 4][4], double c[restrict 4][4])
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            c[i][j] = 0;
            for (int k = 0; k < 4; k++)
                c[i][j] += a[i][k] * b[k][j];
        }
}

/* Here it depends: on all sizes together, and at that on those of one step of `t`. */
static void spread(int steps, int n, int m, double u[restrict n][m], double v[restrict n][m])
{
    for (int t = 0; t < steps; t++) {
        #pragma omp parallel for if(1.0 * n * m > 20000)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j <= m - 2; j++)
                v[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
        #pragma omp parallel for if(1.0 * n * m > 50000)
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j <= m - 2; j++)
                u[i][j] = v[i][j];
    }
}

/* Each row is as long as its number: the longest counts. */
static void triangle(int n, const double x[restrict n], double sums[restrict n])
{
    #pragma omp parallel for if(1.0 * n * n > 30000)
    for (int i = 0; i < n; i++) {
        sums[i] = 0;
        for (int j = 0; j <= i; j++)
            sums[i] += x[j];
    }
}

int main(void)
{
    double *a = data_f64(16, 1), *b = data_f64(16, 2), *c = data_f64(16, 3);
    product((void *)a, (void *)b, (void *)c);
    show("c", c, 16, sizeof *c);
    free(a), free(b), free(c);
    for (int n = 1; n < 9; n++) {
        double *u = data_f64(n * (n + 2), 4), *v = data_f64(n * (n + 2), 5);
        spread(3, n, n + 2, (void *)u, (void *)v);
        show("u", u, n * (n + 2), sizeof *u);
        triangle(n, u, v);
        show("sums", v, n, sizeof *v);
        free(u), free(v);
    }
    return 0;
}
