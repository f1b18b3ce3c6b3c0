// polycc: --optimize memory --at n=100
// bytes: 1600 -> 808
// expect: contracted a
// expect: contracted b
/* b[i] is written when a[i - 1] is read for the last time, a[i] one step later: two blocks of n cells overlap in all but one.
   What holds them comes from malloc; the pointer without memory stays, and freeing it does nothing. */
#include "bits.h"

static void smooth(int n, const double x[restrict], double y[restrict])
{
    double *a = malloc(n * sizeof *a);
    double *b = malloc(n * sizeof *b);
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] * 0.5;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        b[i] = a[i] + (i > 0 ? a[i - 1] : sum);
    for (int i = 0; i < n; i++)
        sum -= b[i];
    for (int i = n - 1; i >= 0; i--)
        y[i] = b[i] + (i < n - 1 ? b[i + 1] : sum);
#pragma endscop
    free(b);
    free(a);
}

int main(void)
{
    for (int n = 0; n <= 9; n += 3) {
        double *x = data_f64(n, 7), *y = data_f64(n, 8);
        smooth(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
