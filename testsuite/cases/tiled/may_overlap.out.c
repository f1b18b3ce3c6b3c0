// polycc: --tile
// says: no tiles: `b`, `a` may overlap
/* As by_turns.c, but nothing says that the arrays are two. */
#include "bits.h"

static void relax(int steps, int n, double a[n], double b[n])
{
#pragma scop
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = (a[i - 1] + a[i] + a[i + 1]) / 3.0;
        for (int i = 1; i < n - 1; i++)
            a[i] = b[i];
    }
#pragma endscop
}

int main(void)
{
    double *a = data_f64(9, 3), *b = data_f64(9, 4);
    relax(4, 9, a, b);
    show("a", a, 9, sizeof *a);
    show("b", b, 9, sizeof *b);
    free(a);
    free(b);
    return 0;
}
