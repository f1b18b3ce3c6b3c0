// status: 1
// says: S0[
// says: S1[
// says: `t`
/* A row buffer that is written in place: distributing the loops lets S0[1,j] overwrite what S1[i] still reads. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    double t[8];
#pragma polycc schedule { S0[i,j] -> [0,i,j]; S1[i,j] -> [1,i,j] }
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 8; j++)
S0:         t[j] = x[j] + i;
        for (int j = 0; j < 8; j++)
S1:         y[j] = y[j] + t[7 - j];
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
