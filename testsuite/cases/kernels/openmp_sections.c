// polycc: --at n=20
// bytes: 320 -> 24
// expect: scalarized square
// expect: contracted third
/* Two sections, each with a temporary that the other doesn't touch. */
#include "bits.h"

static void both(int n, const double *restrict x, double *restrict y, double *restrict z)
{
    double square[n], third[n];
#pragma scop
#pragma omp parallel sections num_threads(2)
    {
        for (int i = 0; i < n; i++) {
            square[i] = x[i] * x[i];
            y[i] = square[i] + 1.0;
        }
#pragma omp section
        for (int i = 0; i < n; i++) {
            third[i] = x[i] / 3.0;
            z[i] = i > 0 ? third[i] - third[i - 1] : third[i];
        }
    }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n < 8; n++) {
        double *x = data_f64(n, 1), *y = data_f64(n, 2), *z = data_f64(n, 3);
        both(n, x, y, z);
        show("y", y, n, sizeof *y);
        show("z", z, n, sizeof *z);
        free(x);
        free(y);
        free(z);
    }
    return 0;
}
