// polycc: --at n=20
// bytes: 40 -> 8
// expect: scalarized last
/* One branch writes an array that nobody reads, the other one the result. What the former holds before is nothing to the latter,
   though it is one statement that may write both. */
#include "bits.h"

void split(int n, const double x[restrict n], double y[restrict n])
{
    double last[5] __attribute__((unused));
#pragma scop
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.25)
            last[4] = 0.5 * i;
        else
            y[i] = x[i] + i;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 71), *y = data_f64(n, 72);
        split(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
