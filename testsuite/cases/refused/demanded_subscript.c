// status: 1
// says: demanded_subscript.c:14:
// says: subscript
/* A subscript that depends on data, where a schedule was demanded: an error, not a warning. */
#include "bits.h"

static const int index_of[8] = {3, 1, 4, 0, 5, 2, 6, 7};

static void compute(int n, const double *x, double *y)
{
#pragma polycc schedule { S0[i] -> [i] }
#pragma scop
    for (int i = 0; i < n; i++)
        y[index_of[i]] = x[i];
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
