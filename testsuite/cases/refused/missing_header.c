// status: 1
// says: missing_header.c:5:
// says: no_such_header.h
/* The preprocessor fails; what it says is passed on. */
#include "no_such_header.h"
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = x[i];
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
