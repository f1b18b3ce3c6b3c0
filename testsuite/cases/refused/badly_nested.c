// status: 1
// says: badly_nested.c:9:
/* The region begins inside a loop and ends outside of it. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
    for (int r = 0; r < 2; r++) {
#pragma scop
        for (int i = 0; i < n; i++)
            y[i] = x[i];
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
