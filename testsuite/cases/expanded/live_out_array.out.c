// polycc: --expand violated --at n=20,steps=9
// expect: expanded x
/* x belongs to the caller, who gets its last contents; in between two versions of it are alive. */
#include "bits.h"

void trace(int n, int steps, const double *restrict a, double x[restrict n], double y[restrict steps][n])
{
#pragma scop
    {
        /* polycc: x_versions[i % 2][j], versions by t; 2 * n cells */
        double x_versions[2][n];
        if (steps >= 1) {
            double *x_versions_0 = x_versions[0], *x_versions_1 = x_versions[1];
            for (int t = 0; t <= steps; t++) {
                if (t < steps)
                    for (int i = 0; i < n; i++)
                        x_versions_0[i] = a[i] * t + i;
                if (t >= 1)
                    for (int i = 0; i < n; i++)
                        y[t - 1][i] = x_versions_1[i] - x_versions_1[n - i - 1];
                double *x_versions_next = x_versions_1;
                x_versions_1 = x_versions_0, x_versions_0 = x_versions_next;
            }
        }
        if (steps >= 1)
            for (int t1 = 0; t1 < n; t1++)
                x[t1] = x_versions[(steps - 1) % 2][t1];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 2}, {5, 4}, {8, 0}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s][0], m = sizes[s][1];
        double *a = data_f64(n, 1), *x = data_f64(n, 3), *y = data_f64((m + 1) * n, 2);
        trace(n, m, a, x, (void *)y);
        show("x", x, n, sizeof *x);
        show("y", y, m * n, sizeof *y);
        free(a);
        free(x);
        free(y);
    }
    return 0;
}
