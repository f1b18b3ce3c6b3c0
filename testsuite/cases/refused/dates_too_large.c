// status: 1
// says: can't be carried out
/* Legal, but the dates don't fit C's integers. */
#include "bits.h"

static void compute(int n, const double *restrict x, double *restrict y)
{
#pragma polycc schedule { S0[i] -> [3000000000000i]; S1[i] -> [3000000000001i + 5] }
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = 3 * x[i];
    for (int i = 0; i < n; i++)
        y[i] += 1;
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
