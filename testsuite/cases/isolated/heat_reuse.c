// polycc: --transfer-reuse=on --at n=20,steps=5
/* Time steps that run in the same memory space: all goes in before the first step and comes back behind the last. */
#include "bits.h"
#include "each_size.h"

static void heat(int steps, int n, double a[restrict n], double b[restrict n])
{
    for (int t = 0; t < steps; t++)
#pragma polycc isolate
    {
        for (int i = 1; i < n - 1; i++)
            b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
}

int main(void)
{
    each_size(steps) each_size(n) {
        double *a = data_f64(n, 1), *b = data_f64(n, 2);
        heat(steps, n, a, b);
        show("a", a, n, sizeof *a);
        show("b", b, n, sizeof *b);
        free(a);
        free(b);
    }
    return 0;
}
