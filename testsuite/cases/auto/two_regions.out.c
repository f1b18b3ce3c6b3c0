// polycc: --optimize none --at n=20,m=10
// bytes: 3200 -> 88
// expect: scalarized t
// expect: contracted u
/* Two regions in one function, apart by a loop that depends on data; one array in both stays. */
#include "bits.h"

static void pipeline(int n, int m, double x[n][m], double y[n])
{
    /* polycc: t[i][j] -> t; 1 cell instead of n * m */
    /* polycc: u[i][j] -> u[j]; m cells instead of n * m */
    double t = 0, u[m], shared[n];
    for (int i = 0; i < n; i++) {
        shared[i] = 0.0;
        for (int j = 0; j < m; j++) {
            t = x[i][j] * x[i][j];
            shared[i] += t;
        }
    }
    while (shared[0] > 1.0)
        shared[0] *= 0.5;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            u[j] = x[i][j] * shared[i];
        y[i] = u[0];
        for (int j = 1; j < m; j++)
            y[i] += u[j] - u[j - 1];
    }
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = data_f64(n * m, 213), *y = data_f64(n, 214);
        pipeline(n, m, (void *)x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
