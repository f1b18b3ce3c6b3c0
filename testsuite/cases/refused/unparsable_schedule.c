// status: 1
// says: unparsable_schedule.c:9:
/* The schedule is cut off. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8];
#pragma polycc schedule { S0[i] -> [0,i]; S1[i] -> [1,
#pragma scop
    for (int i = 0; i < n; i++)
S0:     t[i] = 3.0 * x[i];
    for (int i = 0; i < n; i++)
S1:     y[i] = t[i] + 1.0;
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
