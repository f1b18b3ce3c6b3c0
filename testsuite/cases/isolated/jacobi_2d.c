// polycc: --at n=8,m=10
/* Two statements of a time step, each in a memory space of its own, in the loop over time; the interior comes
   back without the border. */
#include "bits.h"

static void smooth(int steps, int n, int m, double a[restrict n][m], double b[restrict n][m])
{
    for (int t = 0; t < steps; t++) {
#pragma polycc isolate
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
#pragma polycc isolate
        for (int i = 1; i < n - 1; i++)
            for (int j = 1; j < m - 1; j++)
                a[i][j] = b[i][j];
    }
}

int main(void)
{
    static const int sizes[][2] = {{0, 1}, {1, 1}, {2, 2}, {3, 3}, {3, 5}, {7, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *a = data_f64(n * m, 1), *b = data_f64(n * m, 2);
        smooth(3, n, m, (double(*)[m])a, (double(*)[m])b);
        show("a", a, n * m, sizeof *a);
        show("b", b, n * m, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
