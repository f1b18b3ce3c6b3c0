// status: 1
// says: unknown_temporary.c:10:
// says: tpm
/* The pragma names an array that the region does not have. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double tmp[8];
#pragma polycc temporary(tpm)
#pragma scop
    for (int i = 0; i < n; i++) {
        tmp[i] = x[i];
        y[i] = tmp[i];
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
