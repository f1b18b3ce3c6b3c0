// status: 1
/* What a run leaves in a static array the next one reads: the last write stays the last.
   legal: { S0[i] -> [i,0]; S1[i] -> [i,1]; S2[i] -> [i,2] } */
#include "bits.h"
#include "size.h"

static void step(int n, const double x[restrict n], double y[restrict n])
{
    static double kept[64];
#pragma polycc schedule { S0[i] -> [i,0]; S1[i] -> [i,2]; S2[i] -> [i,1] }
#pragma scop
    for (int i = 0; i < n; i++)
S0:     y[i] = kept[i];
    for (int i = 0; i < n; i++)
S1:     kept[i] = x[i];
    for (int i = 0; i < n; i++)
S2:     kept[i] = x[i] * 2;
#pragma endscop
}

int main(void)
{
    int n = size("n", 8);
    double *x = data_f64(n, 3), *y = data_f64(n, 4);
    for (int run = 0; run < size("runs", 1); run++)
        step(n, x, y);
    show("y", y, n, sizeof *y);
    free(x);
    free(y);
    return 0;
}
