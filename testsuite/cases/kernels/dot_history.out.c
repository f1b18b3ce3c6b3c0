// polycc: --at n=10,m=12
// bytes: 960 -> 8
// expect: scalarized s
/* A matrix-vector product that keeps every partial sum. The conditional guards the subscript
   j - 1, so nothing is read left of the row; one cell is enough. */
#include "bits.h"

static void times(int n, int m, double a[n][m], double x[m], double y[n])
{
    /* polycc: s[i][j] -> s; 1 cell instead of n * m */
    double s = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            s = j > 0 ? s + a[i][j] * x[j] : a[i][j] * x[j];
        y[i] = s;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 1}, {1, 2}, {3, 5}, {8, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *a = data_f64(n * m, 29), *x = data_f64(m, 30), *y = data_f64(n, 31);
        times(n, m, (void *)a, x, y);
        show("y", y, n, sizeof *y);
        free(a);
        free(x);
        free(y);
    }
    return 0;
}
