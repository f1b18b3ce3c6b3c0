// expect: unchanged
// says: openacc.c:10:
// says: it has an OpenACC pragma
/* Not modelled. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
#pragma acc parallel loop
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
