// polycc: --at dims_0=8,p_dims_1=8
// expect: scalarized t
/* Numbers in arrays and behind pointers are bounds where nothing writes them. */
#include "bits.h"

struct grid { double spacing; int dims[2]; };

static void run(const int *dims, const long *count, const struct grid *p, const double *x, double *y)
{
    /* polycc: t[i] -> t; 1 cell instead of 64 */
    double t = 0;
    for (int i = 0; i < dims[0]; i++) {
        t = x[i] * 2.0;
        y[i] = t + 1.0;
    }
    for (int i = 0; i < p->dims[1]; i++)
        y[i] += x[i];
    for (long i = 0; i < *count; i++)
        y[i] -= x[i] * dims[1];
}

static void written(int *dims, int *count, double *y)
{
    double t[64];
    for (int i = 0; i < dims[1]; i++) {
        t[i] = i;
        y[i] = t[i];
        dims[i & 1] = 5;
    }
    for (int i = 0; i < *count; i++) {
        t[i] = i;
        y[i] += t[i];
        dims[0] = 4;
    }
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 64};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], dims[2] = {n, n};
        long count = n / 2;
        struct grid grid = {0.5, {3, n}};
        double *x = data_f64(n, 18), *y = data_f64(64, 19);
        run(dims, &count, &grid, x, y);
        written(dims, dims, y);
        show("y", y, 64, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
