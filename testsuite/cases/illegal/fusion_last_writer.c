// status: 1
/* Both loops write y and the second has the last word, until they are fused: then the first comes by once
   more.
   legal: { S0[i] -> [i, 0]; S1[i] -> [i + 1, 1] } */
#include "bits.h"
#include "size.h"

static void overlay(int n, const double *restrict low, const double *restrict high, double *restrict y)
{
#pragma polycc schedule { S0[i] -> [i, 0]; S1[i] -> [i, 1] }
#pragma scop
    for (int i = 0; i < n; i++)
S0:     y[i] = low[i];
    for (int i = 0; i < n - 1; i++)
S1:     y[i + 1] = 2.0 * high[i];
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *low = data_f64(n, 10), *high = data_f64(n, 11), *y = data_f64(n, 12);
    overlay(n, low, high, y);
    show("y", y, n, sizeof *y);
    free(low);
    free(high);
    free(y);
    return 0;
}
