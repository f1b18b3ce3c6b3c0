// polycc: --tile=4 --at n=9
/* Statements without tiles, each with a note that says why, and a loop that values flow back along, so that its tiles
   have all of its inner loop. */
#include "bits.h"
#include "each_size.h"

static void sweep(int n, double a[restrict n][n], double b[restrict n], double c[n], double d[n])
{
#pragma polycc isolate
    {
        for (int i = 0; i < n; i++)
            b[i] = a[i][0];
        for (int i = 1; i < n; i++)
            b[i] += b[i - 1];
    }
#pragma polycc isolate
    for (int i = 0; i < n; i++)
        c[i] = 2 * d[i];
#pragma polycc isolate
    for (int i = 1; i < n; i++)
        for (int j = 0; j < n - 1; j++)
            a[i][j] = 0.5 * (a[i - 1][j + 1] + a[i][j]); // along diagonals
}

int main(void)
{
    each_width(n) {
        double *a = data_f64(n * n, 1), *b = data_f64(n, 2), *c = data_f64(n, 3), *d = data_f64(n, 4);
        sweep(n, (double(*)[n])a, b, c, d);
        show("a", a, n * n, sizeof *a);
        show("b", b, n, sizeof *b);
        show("c", c, n, sizeof *c);
        free(a);
        free(b);
        free(c);
        free(d);
    }
    return 0;
}
