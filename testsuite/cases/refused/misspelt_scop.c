// status: 1
// says: misspelt_scop.c:11:
/* The word that opens a region, misspelt: its end has no beginning. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scopp
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
