// polycc: --expand violated --at n=20,steps=9
// expect: expanded x
/* x belongs to the caller, who gets its last contents; in between two versions of it are alive. */
#include "bits.h"

void trace(int n, int steps, const double *restrict a, double x[restrict n], double y[restrict steps][n])
{
#pragma polycc schedule { S0[t,i] -> [t,0,i]; S1[t,i] -> [t+1,1,i] }
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            x[i] = a[i] * t + i;
        for (int i = 0; i < n; i++)
            y[t][i] = x[i] - x[n - 1 - i];
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
