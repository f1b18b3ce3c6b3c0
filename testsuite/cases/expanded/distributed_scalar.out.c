// polycc: --expand violated --at n=100
// expect: expanded t
/* All of S0 before all of S1: each iteration's t lives until the second loop, so t needs a cell
   for each. */
#include "bits.h"

void scale(int n, const double *restrict a, double *restrict b)
{
    /* polycc: t[i], versions by i; (n > 1 ? n : 1) cells */
    double t[n > 1 ? n : 1];
#pragma scop
    for (int i = 0; i < n; i++)
        t[i] = a[i] * 2 + i;
    for (int i = 0; i < n; i++)
        b[i] = t[i] * t[i];
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 17};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n, 1), *b = data_f64(n, 2);
        scale(n, a, b);
        show("b", b, n, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
