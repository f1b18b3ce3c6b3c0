/* Of what an inexact statement reads isn't known when: that `q[i - 2]` isn't there at first says nothing of the sizes. */
#include "bits.h"

static void rows(int n, const int *x, double *restrict q, double *g, double *restrict last)
{
    double t[81];
    for (int i = 0; i < n; i++)
        t[i] = q[i] * 2.0;
    for (int i = 0; i < n; i++) {
        q[i] = 0.5 * q[i] + t[i];
        g[x[i]] = i >= 2 ? q[i - 2] : 0.75;
    }
    for (int i = 0; i < n; i++)
        t[i] = (i >= 2 ? 0.5 * t[i - 2] : 0.75) + q[i];
    last[0] = 0.5;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *x = data_i32(n, 7, 6);
        double *q = data_f64(n, 4), *g = data_f64(8, 5), last[1];
        rows(n, x, q, g, last);
        show("q", q, n, sizeof *q);
        show("g", g, 8, sizeof *g);
        show("last", last, 1, sizeof *last);
        free(x);
        free(q);
        free(g);
    }
    return 0;
}
