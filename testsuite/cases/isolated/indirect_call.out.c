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

/* polycc: `pick` for arrays that start at the offsets */
static void pick_isolated(long at_offset, long values_offset, long picked_offset, int from, int n, const int at[restrict n], const double values[restrict VALUES], double picked[restrict n])
{
    for (int i = from; i < n; i++)
        picked[i - picked_offset] = values[at[i - at_offset] - values_offset];
}

static void pick_all(int n, const int at[restrict n], const double values[restrict VALUES], double picked[restrict n])
{
    /* polycc: what follows runs in a memory space of its own */
    {
        (void)pick;
        const int n_local = n;
        int *at_local = malloc(n >= 2 ? sizeof(int) * (n - 1) : 1);
        double values_local[8];
        double *picked_local = malloc(n >= 2 ? sizeof(double) * (n - 1) : 1);
        if (!at_local || !picked_local)
            abort();
        if (n >= 2)
            memcpy(at_local, &at[1], sizeof(int) * (n - 1));
        if (n >= 2)
            memcpy(values_local, values, sizeof(double) * 8);
        pick_isolated(1, 0, 1, 1, n_local, at_local, values_local, picked_local);
        if (n >= 2)
            memcpy(&picked[1], picked_local, sizeof(double) * (n - 1));
        free(picked_local);
        free(at_local);
    }
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
