// expect: unchanged
/* An array that the body of a loop declares, which is one statement since it returns, is the body's own. */
#include "bits.h"

static int corner(int n, int m, const double *x, double limit)
{
    for (int i = 0; i < n; i++) {
        double sum[8];
        for (int k = 0; k < 8; k++)
            sum[k] = 0.5 * k;
        for (int j = 0; j < m; j++)
            sum[j % 8] += x[i * m + j];
        for (int k = 0; k < 8; k++)
            if (sum[k] > limit)
                return 8 * i + k;
    }
    return -1;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 40, 71};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 1) % (sizeof sizes / sizeof *sizes)];
        double *x = data_f64((long)n * m, 3);
        int found[2] = {corner(n, m, x, 4.0), corner(n, m, x, 1e9)};
        show("found", found, 2, sizeof *found);
        free(x);
    }
    return 0;
}
