// polycc: --at n=20
// bytes: 3200 -> 160
// expect: contracted gap
/* Gaps to all earlier points, normalized by their sum: triangular bounds, an imperfect nest, one
   row of the triangle at a time. */
#include "bits.h"

static void normalized(int n, const double *x, double out[n][n])
{
    /* polycc: gap[i][j] -> gap[j]; n cells instead of n * n */
    double gap[n];
    double sum;
#pragma scop
    for (int i = 0; i < n; i++) {
        sum = 1.0;
        for (int j = 0; j <= i; j++) {
            gap[j] = (x[i] - x[j]) * (x[i] - x[j]);
            sum += gap[j];
        }
        for (int j = 0; j <= i; j++)
            out[i][j] = gap[j] / sum;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 8};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 74), *out = data_f64(n * n, 75);
        normalized(n, x, (void *)out);
        show("out", out, n * n, sizeof *out);
        free(x);
        free(out);
    }
    return 0;
}
