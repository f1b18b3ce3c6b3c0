// polycc: --at n=100
// bytes: 808 -> 8
// expect: scalarized s
/* A loop that counts down: s[i] = s[i+1] x[i]. One cell. */
#include "bits.h"

static void suffixes(int n, const double *x, double *y)
{
    /* polycc: s[i] -> s; 1 cell instead of (n + 1) */
    double s = 0;
#pragma scop
    s = 1.0;
    for (int i = n - 1; i >= 0; i--) {
        s = s * x[i];
        y[i] = s - x[i];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 30};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 72), *y = data_f64(n, 73);
        suffixes(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
