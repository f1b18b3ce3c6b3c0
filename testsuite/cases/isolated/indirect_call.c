// polycc: --at n=9
/* A function whose subscripts depend on data: of what it gets, all that its parameter declares goes in. */
#include "bits.h"
#include "each_size.h"

#define VALUES 8

static void pick(int from, int n, const int at[restrict n], const double values[restrict VALUES], double picked[restrict n])
{
    for (int i = from; i < n; i++)
        picked[i] = values[at[i]];
}

static void pick_all(int n, const int at[restrict n], const double values[restrict VALUES], double picked[restrict n])
{
#pragma polycc isolate
    pick(1, n, at, values, picked);
}

int main(void)
{
    each_size(n) {
        int *at = data_i32(n, 1, VALUES);
        double *values = data_f64(VALUES, 2), *picked = data_f64(n, 3);
        pick_all(n, at, values, picked);
        show("picked", picked, n, sizeof *picked);
        free(at);
        free(values);
        free(picked);
    }
    return 0;
}
