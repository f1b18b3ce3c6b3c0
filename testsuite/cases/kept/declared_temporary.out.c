// polycc: --at n=8
// bytes: 64 -> 8
/* The caller's scratch space, declared to be of no use afterwards: its cells may be reused, the
   block itself is the caller's. */
#include "bits.h"

static void compute(int n, const double x[n], double y[n], double t[n])
{
#pragma polycc temporary(t)
#pragma scop
    for (int i = 0; i < n; i++) {
        /* polycc: t[i] -> t[0]; 1 cell instead of n */
        t[0] = 2.0 * x[i];
        y[i] = t[0] + 1.0;
    }
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y, (double[8]){0.0});
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
