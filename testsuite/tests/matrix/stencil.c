/* Runs a stencil of bench/stencils/ for given numbers of steps and widths. */
#include "bits.h"
#include "given.h"
#include "stencil.h"

int main(void)
{
    int sizes[given_sizes()][2];
    take_sizes(sizes, sizeof sizes[0][0], 2);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int steps = sizes[s][0], n = sizes[s][1];
        double *state = data_f64((long)cells(n), 1);
        stencil(steps, n, state);
        show("state", state, (long)cells(n), sizeof *state);
        free(state);
    }
    return 0;
}
