// expect: unchanged
// says: structure_member.c:13:
// says: all
/* Members of structures are not arrays. */
#include "bits.h"

static struct { double value[8]; } all;

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = x[i] + all.value[i];
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
