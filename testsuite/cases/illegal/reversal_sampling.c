// status: 1
/* Of every four samples the last one is kept: the first one, from the end.
   legal: { S0[i] -> [i mod 4, i] } */
#include "bits.h"
#include "size.h"

static void sample(int n, const double *restrict x, double *restrict kept)
{
#pragma polycc schedule { S0[i] -> [-i] }
#pragma scop
    for (int i = 0; i < n; i++)
        kept[i / 4] = 3.0 * x[i];
#pragma endscop
}

int main(void)
{
    int n = size("n", 10);
    double *x = data_f64(n, 25), *kept = data_f64((n + 3) / 4, 26);
    sample(n, x, kept);
    show("kept", kept, (n + 3) / 4, sizeof *kept);
    free(x);
    free(kept);
    return 0;
}
