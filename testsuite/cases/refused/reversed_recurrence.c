// status: 1
// says: S0[
/* Reversing a recurrence breaks its flow. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc schedule { S0[i] -> [-i] }
#pragma scop
    for (int i = 1; i < n; i++)
S0:     y[i] = y[i - 1] + x[i];
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
