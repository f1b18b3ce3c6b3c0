// polycc: --scops auto --optimize speed
// polycc: --parallel
/* A pragma stands on a line of its own, whatever the user wrote before the loop on its line. */
#include "bits.h"

static int mixed(int n, int c, const double *restrict x, double *restrict y)
{
    int k = c; for (int i = 0; i < n; i++) y[i] = x[i] * 3;
    switch (c) { case 1: for (int i = 0; i < n; i++) y[i] += x[i] * 4; break; default: ; }
    do for (int i = 0; i < n; i++) y[i] += x[i] * 5; while (k++ < 2);
    if (c == 2) k += 7; else for (int i = 0; i < n; i++) y[i] -= x[i];
    again: for (int i = 0; i < n; i++) y[i] = x[i] - y[i];
    if (k++ < 9) goto again;
    return k;
}

static void one_line(int n, const double *restrict x, double *restrict y) { for (int i = 0; i < n; i++) y[i] *= x[i]; }

int main(void)
{
    for (int n = 0; n < 4; n++)
        for (int c = 0; c < 3; c++) {
            double *x = data_f64(n, 5), *y = data_f64(n, 6);
            printf("%d\n", mixed(n, c, x, y));
            one_line(n, x, y);
            show("y", y, n, sizeof *y);
            free(x);
            free(y);
        }
    return 0;
}
