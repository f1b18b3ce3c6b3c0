// expect: unchanged
// expect: kept t
/* A global is visible to other functions, and another one does read it. */
#include "bits.h"

#define N 8

static double t[N];

static void compute(const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < N; i++) {
        t[i] = 2.0 * x[i];
        y[i] = t[i] + 1.0;
    }
#pragma endscop
}

static double read_back(void)
{
    return t[3];
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(x, y);
    y[0] = read_back();
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
