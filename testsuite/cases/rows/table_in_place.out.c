// expect: contracted gx
/* Tables of rows that the function's own loops make and release, two of them in one loop. */
#include "bits.h"

static int corners(int n, int m, const double *restrict f, double *restrict g)
{
    int i;
    /* polycc: sum[i][j] -> sum[i % 3][j]; 3 * m cells instead of n * m */
    double **sum;
    /* polycc: gx[i][j] -> gx[0][j]; m cells instead of n * m */
    double **gx = malloc(1 * sizeof(double *));
    /* polycc: gy[i][j] -> gy[0][j]; m cells instead of n * m */
    double **gy = malloc(1 * sizeof(double *));
    if (gx == NULL || gy == NULL)
        return -1;
    for (i = 0; i < n; i++) {
        if (i < 1) gx[i] = malloc(m * sizeof(double));
        if (i < 1) gy[i] = malloc(m * sizeof(double));
    }
    sum = (double **)malloc(sizeof(double *) * 3);
    if (sum == NULL)
        return -1;
    for (i = 0; i < 3; i++) {
        sum[i] = (double *)calloc(m, sizeof(double));
        if (sum[i] == NULL) {
            while (i-- > 0)
                free(sum[i]);
            free(sum);
            return -1;
        }
    }
    {
        double *sum_0 = sum[1], *sum_1 = sum[0], *sum_2 = sum[2];
        for (int y = 1; y < n - 1; y++) {
            for (int x = 1; x < m - 1; x++) {
                gx[0][x] = f[y * m + x + 1] - f[y * m + x - 1];
                gy[0][x] = f[(y + 1) * m + x] - f[(y - 1) * m + x];
            }
            for (int x = 1; x < m - 1; x++)
                sum_0[x] = gx[0][x] * gy[0][x];
            if (y >= 3)
                for (int x = 2; x < m - 2; x++)
                    g[(y - 1) * m + x] = sum_2[x] + sum_0[x];
            double *sum_next = sum_2;
            sum_2 = sum_1, sum_1 = sum_0, sum_0 = sum_next;
        }
    }
    for (i = 0; i < n; i++) {
        if (i < 1) free(gx[i]);
        if (i < 1) free(gy[i]);
    }
    for (i = 3 - 1; i >= 0; i--)
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
