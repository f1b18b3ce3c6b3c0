// polycc: --at n=100
// bytes: 800 -> 8
// expect: scalarized prefix
/* Prefix sums used as they come. n may be 0: the block comes from malloc. */
#include "bits.h"

static void means(int n, const double *restrict x, double *restrict mean)
{
    /* polycc: prefix[i] -> prefix; 1 cell instead of n */
    double prefix = 0;
#pragma scop
    for (int i = 0; i < n; ++i) {
        if (i == 0)
            prefix = x[i];
        else
            prefix = prefix + x[i];
        mean[i] = prefix / (double)(i + 1);
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 50};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 55), *mean = data_f64(n, 56);
        means(n, x, mean);
        show("mean", mean, n, sizeof *mean);
        free(x);
        free(mean);
    }
    return 0;
}
