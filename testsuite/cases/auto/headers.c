// polycc: -I auto --optimize none --at n=20
// expect: unchanged
/* Loops in headers, and in files that functions include, stay. */
#include "bits.h"
#include "filters.h"

static void halve_and_add(int n, const double *x, double *y)
{
    double t[n];
    halve(n, x, y);
#include "rows.inc"
}

int main(void)
{
    double *x = data_f64(8, 215), *y = data_f64(8, 216);
    halve_and_add(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
