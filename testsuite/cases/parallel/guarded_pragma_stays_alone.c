// polycc: --parallel --optimize speed
// expect: unchanged
/* With OpenMP the loop has a pragma already; a second one wouldn't compile. */
#include "bits.h"

void scale(int n, const double *restrict x, double *restrict y)
{
#ifdef _OPENMP
#pragma omp parallel for
#endif
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}

int main(void)
{
    double *x = data_f64(9, 1), *y = data_f64(9, 2);
    for (int n = 0; n < 9; n++)
        scale(n, x, y);
    show("y", y, 9, sizeof *y);
    free(x);
    free(y);
    return 0;
}
