// expect: unchanged
// says: data_condition.c:11:
// says: condition
/* A branch that depends on data and holds a loop. */
#include "bits.h"

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++) {
        if (x[i] > 0.0)
            for (int j = 0; j < i; j++)
                y[j] = x[i];
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
