// polycc: --at n=100
// bytes: 800 -> 24
// expect: contracted w
/* A second-order recursive filter, direct form II, its state kept for all time: w[i-2] is read
   after w[i] is written, so the window has three cells. */
#include "bits.h"

static void biquad(int n, const double *x, double *y)
{
    /* polycc: w[i] -> w[i % 3]; 3 cells instead of n */
    double w[3];
#pragma scop
    w[0] = x[0];
    if (n >= 2)
        w[1] = x[1] + 0.75 * w[0];
    for (int i = 2; i < n; i++) {
        w[i % 3] = x[i] + 0.75 * w[(i - 1) % 3] - 0.5 * w[(i - 2) % 3];
        y[i] = 0.25 * w[i % 3] + 0.5 * w[(i - 1) % 3] + 0.25 * w[(i - 2) % 3];
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 4, 17};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 53), *y = data_f64(n, 54);
        biquad(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
