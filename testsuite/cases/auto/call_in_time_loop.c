// polycc: --optimize none --at n=20
// bytes: 168 -> 8
// expect: scalarized flux
/* The loop over time calls something, so the region is what stands in it beside the call; the field
   lives on from one step to the next. */
#include "bits.h"

static void simulate(int steps, int n, double *field, double *next)
{
    for (int t = 0; t < steps; t++) {
        double flux[n + 1];
        for (int i = 1; i < n; i++) {
            flux[i] = field[i] - field[i - 1];
            next[i - 1] = field[i - 1] + 0.25 * flux[i];
        }
        for (int i = 0; i < n - 1; i++)
            field[i] = next[i];
        if (t % 2 == 0)
            show("field", field, n, sizeof *field);
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *field = data_f64(n, 211), *next = data_f64(n, 212);
        simulate(3, n, field, next);
        show("field", field, n, sizeof *field);
        free(field);
        free(next);
    }
    return 0;
}
