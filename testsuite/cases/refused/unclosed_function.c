// status: 1
// says: unclosed_function.c:
/* The file ends too early. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = x[i];
#pragma endscop
