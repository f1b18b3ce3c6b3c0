// polycc: --optimize memory --at n=100
// bytes: 2000 -> 2000
// expect: kept a
// expect: kept b
// expect: kept c
// expect: kept out
/* Arrays that could share memory but for what C or the caller asks: other types, another storage class, and values that
   are needed afterwards. */
#include "bits.h"

#define MOST 100

static void stages(int n, const double x[restrict n], double out[restrict n])
{
    double a[MOST];
    float b[MOST];
    static double c[MOST];
    double sum = 0;
#pragma scop
    for (int i = 0; i < n; i++)
        a[i] = x[i] + 1.0;
    for (int i = 0; i < n; i++)
        sum += a[i];
    for (int i = 0; i < n; i++)
        b[i] = (float)(a[i] * sum);
    for (int i = 0; i < n; i++)
        sum += b[i];
    for (int i = 0; i < n; i++)
        c[i] = b[i] * sum;
    for (int i = 0; i < n; i++)
        sum += c[i];
    for (int i = 0; i < n; i++)
        out[i] = c[i] - sum;
#pragma endscop
}

int main(void)
{
    for (int n = 1; n <= 9; n += 4) {
        double *x = data_f64(n, 15), *out = data_f64(n, 16);
        stages(n, x, out);
        show("out", out, n, sizeof *out);
        free(x);
        free(out);
    }
    return 0;
}
