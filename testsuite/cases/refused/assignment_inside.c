// expect: unchanged
// says: assignment_inside.c:12:
// says: assign
/* An assignment inside an expression: two writes in one statement. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t;
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = (t = x[i]) + 1.0;
#pragma endscop
    y[0] += t;
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
