// status: 1
/* Horner's rule for many points at once, with the value so far in one scalar.
   legal: { S0[i] -> [-i, 0, 0]; S1[i,k] -> [-i, 1, k]; S2[i] -> [-i, 2, 0] } */
#include "bits.h"
#include "size.h"

static void evaluate(int n, int degree, const double *restrict x, const double *restrict c, double *restrict y)
{
    double p;
#pragma polycc assume(degree >= 1)
#pragma polycc schedule { S0[i] -> [i, 0, 0]; S1[i,k] -> [i, 1, k]; S2[i] -> [i, 2, 0] } parallel(0)
#pragma scop
    for (int i = 0; i < n; i++) {
S0:     p = y[i];
        for (int k = 0; k < degree; k++)
S1:         p = p * x[i] + c[k];
S2:     y[i] = p;
    }
#pragma endscop
}

int main(void)
{
    int n = size("n", 4), degree = size("degree", 3);
    double *x = data_f64(n, 41), *c = data_f64(degree, 42), *y = data_f64(n, 43);
    evaluate(n, degree, x, c, y);
    show("y", y, n, sizeof *y);
    free(x);
    free(c);
    free(y);
    return 0;
}
