// says: unknown pragma `SCOP`
// says: OpenMP has no directive `paralel`
// expect: unchanged
/* Compilers pass over pragmas that they don't know, and so does polycc; but it says so. */
#include "bits.h"

void scale(int n, const double *x, double *y)
{
#pragma SCOP
#pragma omp paralel for
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i];
}

int main(void)
{
    double x[4] = {1, 2, 3, 4}, y[4];
    scale(4, x, y);
    printf("%a\n", y[3]);
    return 0;
}
