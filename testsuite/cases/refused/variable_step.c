// expect: unchanged
// says: variable_step.c:10:
// says: step
/* The step is not a constant. */
#include "bits.h"

static void compute(int n, int step, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i += step)
        y[i] = x[i];
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, 3, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
