// polycc: --at n=30,m=20
// expect: kept t
/* The pragma is there where the output is built with OpenMP: one row would be a race. */
#include "bits.h"

void scale(int n, int m, const double (*restrict x)[m], double (*restrict y)[m])
{
    double t[n][m];
#pragma scop
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[i][j] = x[i][j] * 2;
        for (int j = 0; j < m; j++)
            y[i][j] = t[i][m - 1 - j] + 1;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 13}, {40, 7}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = data_f64(n * m, 1), *y = data_f64(n * m, 2);
        scale(n, m, (void *)x, (void *)y);
        show("y", y, n * m, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
