// polycc: --tile
/* A function is handed an array that it doesn't use. The array shrinks, since nobody reads it, so the call can't come back in the place of the
   block that it was inlined as. */
#include "bits.h"

static double work(const double *a, double spare[6][70], int n, double *y)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        y[i] = a[i] * 2;
        total += y[i];
    }
    return total;
}

int main(void)
{
    double y[70], spare[6][70];
    double *a = data_f64(70, 1);
    for (int q = 0; q < 6; q++)
        for (int i = 0; i < 70; i++)
            spare[q][i] = q + i;
    double total = work(a, spare, 33, y);
    for (int i = 0; i < 33; i++)
        total += y[i] * i;
    show("total", &total, 1, sizeof total);
    free(a);
    return 0;
}
