// expect: unchanged
// says: openmp_two_variables.c:14:
// says: `t` is another variable in a construct than outside
/* Behind the loop `t` has the value from before it, since each thread had another variable. Without
   OpenMP it has that of the last iteration. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t;
#pragma scop
    t = 5.0;
    y[0] = t;
#pragma omp parallel for private(t)
    for (int i = 1; i < n; i++) {
        t = x[i];
        y[i] = t * t;
    }
    y[0] = y[0] + t;
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
