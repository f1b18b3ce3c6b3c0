// expect: unchanged
// says: switch.c:11:
// says: switch
/* A switch is control flow on an integer. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        switch (i % 3) {
        case 0: y[i] = x[i]; break;
        default: y[i] = -x[i];
        }
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
