// expect: unchanged
// says: impure_call.c:19:
// says: counted
/* The function called may do anything. */
#include "bits.h"

static int calls[1];

static double counted(double x)
{
    calls[0]++;
    return x + calls[0];
}

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = counted(x[i]);
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
