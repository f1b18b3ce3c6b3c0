// polycc: --optimize memory --at n=10,m=30
// bytes: 7440 -> 4800
// expect: contracted plane
// expect: contracted wide
// expect: contracted line
/* Three arrays of different shapes that are never alive together: the first two share the cells of the larger, and
   the third takes its first row. */
#include "bits.h"

static void stages(int n, int m, const double x[restrict n][m], double y[restrict n][m])
{
    /* polycc: plane[i][j] -> plane[i][j], wide[i][j] -> plane[i][j], line[i] -> plane[0][i]; (2 * n) * m cells for all, instead of n * m + (2 * n) * m + m */
    double plane[2 * n][m];
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            plane[i][j] = x[i][j] + 1.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += plane[n - i - 1][m - j - 1];
    for (int i = 0; i < 2 * n; i++)
        for (int j = 0; j < m; j++)
            plane[i][j] = sum * i + j;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            y[i][j] = plane[n + i][j] - plane[n - i - 1][m - j - 1];
    for (int j = 0; j < m; j++)
        plane[0][j] = sum - y[0][j];
    for (int j = 0; j < m; j++)
        sum += plane[0][m - j - 1];
    for (int j = 0; j < m; j++)
        y[n - 1][j] = plane[0][j] / sum;
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 2}, {1, 5}, {3, 4}, {5, 3}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = data_f64(n * m, 13), *y = data_f64(n * m, 14);
        stages(n, m, (void *)x, (void *)y);
        show("y", y, n * m, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
