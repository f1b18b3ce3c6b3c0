// polycc: --optimize none --memory reallocate --at n=100
// bytes: 800 -> 16
// expect: contracted t
/* The array serves two loops one after the other, and the schedule interleaves them: its values would overwrite each other. With an
   array for each statement only flow is left, and each needs one cell. */
#include "bits.h"

static void stages(int n, const double x[restrict n], double y[restrict n], double z[restrict n])
{
    double t[n];
#pragma polycc schedule { S0[i] -> [i, 0]; S1[i] -> [i, 2]; S2[i] -> [i, 1]; S3[i] -> [i, 3] }
#pragma scop
    for (int i = 0; i < n; i++)
        t[i] = x[i] * 0.5;
    for (int i = 0; i < n; i++)
        y[i] = t[i] + 1.0;
    for (int i = 0; i < n; i++)
        t[i] = x[n - 1 - i] * 0.25;
    for (int i = 0; i < n; i++)
        z[i] = t[i] - 1.0;
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
