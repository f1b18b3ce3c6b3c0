// polycc: --expand violated --at n=100
// expect: expanded t
/* S1 runs one iteration after S0, so two values of t are alive at once: two cells, not n. The last
   value of t is used after the region and must reach t. */
#include "bits.h"

double running(int n, const double *restrict a, double *restrict b)
{
    double t = -1;
#pragma scop
    {
        /* polycc: t_versions[i % 2], versions by i; 2 cells */
        double t_versions[2];
        if (n >= 1)
            for (int i = 0; i <= n; i++) {
                if (i < n)
                    t_versions[i % 2] = a[i] * 2 + i;
                if (i >= 1)
                    b[i - 1] = t_versions[(i - 1) % 2] * t_versions[(i - 1) % 2];
            }
        if (n >= 1)
            t = t_versions[(n - 1) % 2];
    }
#pragma endscop
    return t;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 17};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *a = data_f64(n, 1), *b = data_f64(n, 2);
        double last = running(n, a, b);
        show("b", b, n, sizeof *b);
        show("last", &last, 1, sizeof last);
        free(a);
        free(b);
    }
    return 0;
}
