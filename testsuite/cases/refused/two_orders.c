// status: 1
// says: two_orders.c:11:
// says: this region has two orders
/* One `order` holds all that is before something. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc order { S0[i] -> S1[i] }
#pragma scop
#pragma polycc order { S0[i] -> S0[i + 1] }
    for (int i = 0; i < n; i++) {
        y[i] = 2.0 * x[i];
        y[i] = y[i] + 1.0;
    }
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
