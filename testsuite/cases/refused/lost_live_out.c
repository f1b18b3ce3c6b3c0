// status: 1
// says: S0[
// says: S1[
// says: `y`
/* The last value of y[i] must stay the last: the schedule swaps two writes. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc schedule { S0[i] -> [1,i]; S1[i] -> [0,i] }
#pragma scop
    for (int i = 0; i < n; i++)
S0:     y[i] = x[i];
    for (int i = 0; i < n; i++)
S1:     y[i] = 2.0 * x[i];
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
