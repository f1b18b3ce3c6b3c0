// expect: contracted gx
/* Tables of rows that the function's own loops make and release, two of them in one loop. */
#include "bits.h"

static int corners(int n, int m, const double *restrict f, double *restrict g)
{
    int i;
    double **sum;
    double **gx = malloc(n * sizeof(double *));
    double **gy = malloc(n * sizeof(double *));
    if (gx == NULL || gy == NULL)
        return -1;
    for (i = 0; i < n; i++) {
        gx[i] = malloc(m * sizeof(double));
        gy[i] = malloc(m * sizeof(double));
    }
    sum = (double **)malloc(sizeof(double *) * n);
    if (sum == NULL)
        return -1;
    for (i = 0; i < n; i++) {
        sum[i] = (double *)calloc(m, sizeof(double));
        if (sum[i] == NULL) {
            while (i-- > 0)
                free(sum[i]);
            free(sum);
            return -1;
        }
    }
    for (int y = 1; y < n - 1; y++)
        for (int x = 1; x < m - 1; x++) {
            gx[y][x] = f[y * m + x + 1] - f[y * m + x - 1];
            gy[y][x] = f[(y + 1) * m + x] - f[(y - 1) * m + x];
        }
    for (int y = 1; y < n - 1; y++) {
        double *to = sum[y];
        const double *from = gx[y];
        for (int x = 1; x < m - 1; x++)
            to[x] = from[x] * gy[y][x];
    }
    for (int y = 2; y < n - 2; y++)
        for (int x = 2; x < m - 2; x++)
            g[y * m + x] = sum[y - 1][x] + sum[y + 1][x];
    for (i = 0; i < n; i++) {
        free(gx[i]);
        free(gy[i]);
    }
    for (i = n - 1; i >= 0; i--)
        free(sum[i]);
    free(gx);
    free(gy);
    free(sum);
    return 0;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 5, 8, 75};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        double *f = data_f64((long)n * m, 7), *g = data_f64((long)n * m, 8);
        if (corners(n, m, f, g) == 0)
            show("g", g, (long)n * m, sizeof *g);
        free(f);
        free(g);
    }
    return 0;
}
