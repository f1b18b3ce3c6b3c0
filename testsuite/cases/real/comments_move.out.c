// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized t
/* Under a new order comments go with the statements that they stand before or behind. */
#include "bits.h"

static void scale(int n, const double *restrict x, double *restrict y)
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        /* first the products,
           one by one */
        t = 3 * x[i]; // scaled
        // then the sums
        y[i] = t + 1; /* plus one */
    }
    /* done */
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 117), *y = data_f64(n, 118);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
