// polycc: --optimize none --at n=20
// bytes: 160 -> 8
/* A file with marks: without `--scops auto` all else stays. */
#include "bits.h"

static void marked(int n, const double *x, double *y)
{
    double t[n];
#pragma scop
    for (int i = 0; i < n; i++) {
        t[i] = 3.0 * x[i];
        y[i] = t[i] + x[i];
    }
#pragma endscop
}

static void unmarked(int n, const double *x, double *y)
{
    double t[n];
    for (int i = 0; i < n; i++) {
        t[i] = x[i];
        y[i] += t[i];
    }
}

int main(void)
{
    static const int sizes[] = {1, 2, 9};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n, 230), *y = data_f64(n, 231);
        marked(n, x, y);
        unmarked(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
