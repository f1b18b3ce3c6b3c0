// status: 1
// says: S0[
// says: S1[
// says: `y`
/* The schedule overwrites the value that y[i] had before the region and that S0 reads. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8];
#pragma polycc schedule { S0[i] -> [1,i]; S1[i] -> [0,i] }
#pragma scop
    for (int i = 0; i < n; i++)
S0:     t[i] = y[i];
    for (int i = 0; i < n; i++)
S1:     y[i] = 2.0 * x[i];
#pragma endscop
    for (int i = 0; i < n; i++)
        y[i] += t[i];
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
