// polycc: --at n=20
// bytes: 160 -> 8
// expect: scalarized half
/* Every line ends with a carriage return and a line feed, in the output too. */
#include "bits.h"

static void scale(int n, const double *x, double *y)
{
    /* polycc: half[i] -> half; 1 cell instead of n */
    double half = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        half = 0.5 * x[i];
        y[i] = half * half; /* squared */
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 103), *y = data_f64(n, 104);
        scale(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
