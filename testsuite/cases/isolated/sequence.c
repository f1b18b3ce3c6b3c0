// polycc: --transfer-reuse --at n=20
/* Two statements in a row, with host work between them: what the first leaves is there already for the second, and `b`
   comes back once. */
#include "bits.h"

static int steps;

static void both(int n, double a[restrict n], double b[restrict n], double c[restrict n])
{
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        b[i] = 2 * a[i];
    steps = steps + 1;
#pragma polycc isolate
    for (int i = 0; i < n; i++) {
        b[i] = b[i] + 1;
        c[i] = b[i] - a[i];
    }
}

int main(void)
{
    for (int n = 0; n < 10; n += n < 3 ? 1 : 2) {
        double *a = data_f64(n, 1), *b = data_f64(n, 2), *c = data_f64(n, 3);
        both(n, a, b, c);
        show("b", b, n, sizeof *b);
        show("c", c, n, sizeof *c);
        free(a);
        free(b);
        free(c);
    }
    show("steps", &steps, 1, sizeof steps);
    return 0;
}
