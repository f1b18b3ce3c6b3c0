// status: 1
// says: unparsable_order.c:9:
// says: an order looks like
/* Dimensions are marked as parallel in a schedule, not in an order. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc order { S0[i] -> S0[i + 1] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = 2.0 * x[i];
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
