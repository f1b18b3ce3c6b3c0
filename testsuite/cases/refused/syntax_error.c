// status: 1
// says: syntax_error.c:22:
/* The position is that of the user, after headers and a macro that spans lines. */
#include <math.h>
#include "bits.h"
#include "shapes.h"

#define LONG_MACRO(a, b) \
    ((a) +               \
     (b))

static double add(double a, double b)
{
    return LONG_MACRO(a,
                      b);
}

static void compute(int n, const double *x, double *y)
{
#pragma scop
    for (int i = 0; i < n; i++)
        y[i] = add(x[i] y[i]);
#pragma endscop
}

int main(void)
{
    double *x = data_f64(8, 1), *y = data_f64(8, 2);
    compute(8, x, y);
    show("y", y, 8, sizeof *y);
    free(x);
    free(y);
    return 0;
}
