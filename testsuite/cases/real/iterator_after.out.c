// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* The iterators are declared before the region and read after it: they must have the values
   that the user's loops leave. */
#include "bits.h"

static int last_values(int n, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
    int i = -1, j = -1;
#pragma scop
    for (i = 0; i < n; i += 2) {
        t = x[i] + 1.0;
        for (j = i; j >= 0; j--)
            y[i] += t * x[j];
    }
#pragma endscop
    return 100 * i + j;
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 115), *y = data_f64(n, 116);
        printf("%d\n", last_values(n, x, y));
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
