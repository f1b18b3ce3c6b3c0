// polycc: --optimize none --at n=20,m=30
/* Functions in a row, some of them with regions, one of them without loops, one called before it stands. */
#include "bits.h"

static double total(int n, const double *x);

static void scale(int n, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
    for (int i = 0; i < n; i++) {
        t = 3.0 * x[i];
        y[i] = t + x[i];
    }
}

static double twice(double x)
{
    return x + x;
}

static void rows(int n, int m, double x[n][m], double y[n])
{
    /* polycc: t[i][j] -> t[j]; m cells instead of n * m */
    double t[m];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++)
            t[j] = twice(x[i][j]);
        y[i] = 0.0;
        for (int j = 0; j < m; j++)
            y[i] += t[j] * t[m - j - 1];
    }
}

static double total(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {7, 5}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *x = data_f64(n * m, 209), *y = data_f64(n, 210), sum;
        rows(n, m, (void *)x, y);
        scale(n, x, y);
        sum = total(n, y);
        show("y", y, n, sizeof *y);
        show("sum", &sum, 1, sizeof sum);
        free(x);
        free(y);
    }
    return 0;
}
