// polycc: --at n=20,m=30
/* A parallel loop is a region with its pragma; what comes before it in the function is none of it. */
#include "bits.h"

static void rows(int n, int m, double x[n][m], double y[n][m])
{
    show("x", x, n * m, sizeof x[0][0]);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double t[m];
        for (int j = 0; j < m; j++)
            t[j] = 2.0 * x[i][j];
        for (int j = 0; j < m; j++)
            y[i][j] = t[j] + t[m - 1 - j];
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = data_f64(n * m, 236), *y = data_f64(n * m, 237);
        rows(n, m, (void *)x, (void *)y);
        show("y", y, n * m, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
