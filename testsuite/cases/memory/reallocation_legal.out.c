// polycc: --optimize none --memory reallocate --at n=100
// bytes: 800 -> 16
// expect: contracted t
/* The array serves two loops one after the other, and the schedule interleaves them: its values would overwrite each other. With an
   array for each statement only flow is left, and each needs one cell. */
#include "bits.h"

static void stages(int n, const double x[restrict n], double y[restrict n], double z[restrict n])
{
    /* polycc: t[i] -> t; 1 cell instead of n */
    double t = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        t = x[i] * 0.5;
        /* polycc: what S2 writes to t: t_S2[i] -> t_S2; 1 cell */
        double t_S2 = x[n - i - 1] * 0.25;
        y[i] = t + 1.0;
        z[i] = t_S2 - 1.0;
    }
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 9; n += 2) {
        double *x = data_f64(n, 7), *y = data_f64(n, 8), *z = data_f64(n, 9);
        stages(n, x, y, z);
        show("y", y, n, sizeof *y);
        show("z", z, n, sizeof *z);
        free(x);
        free(y);
        free(z);
    }
    return 0;
}
