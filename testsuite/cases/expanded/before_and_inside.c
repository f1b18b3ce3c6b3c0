// polycc: --expand violated
// status: 1
// says: `--expand`
/* The one read of x gets the value from before the region in the first iteration and from S1 in
   the others, so no single subscript finds its version. */
#include "bits.h"

void chain(int n, double x, const double *restrict a, double *restrict b)
{
#pragma polycc schedule { S0[i] -> [i, 1]; S1[i] -> [i, 0] }
#pragma scop
    for (int i = 0; i < n; i++) {
        b[i] = x;
        x = a[i];
    }
#pragma endscop
}

int main(void)
{
    return 0;
}
