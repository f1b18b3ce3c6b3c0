// status: 1
// says: S0[0]
// says: S0[1]
// says: S1[0]
// says: `t`
/* Distributing the loop lets S0[1] overwrite t before S1[0] has read what S0[0] wrote. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t;
#pragma polycc schedule { S0[i] -> [0,i]; S1[i] -> [1,i] }
#pragma scop
    for (int i = 0; i < n; i++) {
S0:     t = 3.0 * x[i];
S1:     y[i] = t + i;
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
