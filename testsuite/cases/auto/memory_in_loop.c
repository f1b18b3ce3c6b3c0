// polycc: --optimize none --at n=20
// expect: scalarized u
/* A row that is allocated and freed in each step; it can shrink, but the region can't get a new order. */
#include "bits.h"

static void relax(int steps, int n, double *x)
{
    for (int t = 0; t < steps; t++) {
        double *u = malloc((size_t)n * sizeof *u);
        for (int i = 0; i < n; i++) {
            u[i] = x[i] * 0.5;
            x[i] = u[i] + 1.0;
        }
        free(u);
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 225);
        relax(3, n, x);
        show("x", x, n, sizeof *x);
        free(x);
    }
    return 0;
}
