// status: 1
// says: schedule_and_order.c:9:
// says: this region has a schedule and an order
/* A schedule says what is before what; an order would say it again, or something else. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma polycc schedule { S0[i] -> [i] }
#pragma polycc order { S0[i] -> S0[i + 1] }
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
