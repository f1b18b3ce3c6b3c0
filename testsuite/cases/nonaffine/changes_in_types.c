// expect: unchanged
/* What C evaluates in extents and casts may change a distance, too: `k` isn't the same everywhere. */
#include "bits.h"

static double far(int n, const int *x, const double *a, double *out, int *h)
{
    double u[n + 1], s = 0.0;
    int k = 1;
    for (int i = 0; i < n; i++) {
        u[i] = a[i] * 2.0;
        if (i >= k)
            out[i] = u[i - k];
        if (i == 3)
            s += ((const double(*)[++k])(const void *)a)[0][1];
        h[x[i]]++;
    }
    return s;
}

static double farther(int n, const int *x, const double *a, double *out, int *h)
{
    double u[n + 1], s = 0.0;
    int k = 1;
    for (int i = 0; i < n; i++) {
        u[i] = a[i] * 2.0;
        if (i >= k)
            out[i] += u[i - k];
        while (i == 4 && k < 4) {
            double b[++k];
            b[0] = a[i];
            s += b[0];
        }
        h[x[i]]++;
    }
    return s;
}

int main(void)
{
    static const int sizes[] = {2, 3, 9, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], h[8] = {0};
        int *x = data_i32(n, 7, 6);
        double *a = data_f64(n, 3), *out = data_f64(n, 4), total[2];
        total[0] = far(n, x, a, out, h);
        total[1] = farther(n, x, a, out, h);
        show("h", h, 8, sizeof *h);
        show("out", out, n, sizeof *out);
        show("total", total, 2, sizeof *total);
        free(x);
        free(a);
        free(out);
    }
    return 0;
}
