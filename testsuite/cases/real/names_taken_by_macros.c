// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized a
/* A generated counter must not be called like a macro of the file. */
#include "bits.h"
#define t (1 / 0)

static void backwards(int n, const double *restrict x, double *restrict y)
{
    double a[n];
#pragma polycc schedule { S0[i] -> [-i]; S1[i] -> [-i] }
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = 3 * x[i];
    for (int i = 0; i < n; i++)
        y[i] = a[i] + i;
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 119), *y = data_f64(n, 120);
        backwards(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
