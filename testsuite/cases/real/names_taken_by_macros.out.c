// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized a
/* A generated counter must not be called like a macro of the file. */
#include "bits.h"
#define t (1 / 0)

static void backwards(int n, const double *restrict x, double *restrict y)
{
    /* polycc: a[i] -> a; 1 cell instead of n */
    double a = 0;
#pragma scop
    for (int t1 = 1 - n; t1 < 1; t1++) {
        a = 3 * x[-t1];
        y[-t1] = a + (-t1);
    }
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
