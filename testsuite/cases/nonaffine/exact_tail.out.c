// expect: scalarized u
// expect: scalarized w
/* A local array lives in a loop that isn't affine and in the exact one behind it, which goes on to the statements
   that follow: the three are one region. */
#include "bits.h"

static void sums(int n, const int *x, const double *a, int *h, double *out, double *last)
{
    /* polycc: w[i][j] -> w; 1 cell instead of (n + 1) * (n + 1) */
    double t[n + 1], w = 0;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        /* polycc: u[i] -> u; 1 cell instead of (n + 1) */
        double u = 0;
        u = a[i];
        for (int j = 0; j < n; j++)
            u = u * 0.5 + a[j];
        t[i] = u;
        h[x[i]]++;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            w = t[i] * a[j];
            out[j] += w;
        }
        s += t[i];
    }
    last[0] = s;
    last[1] = 0.5 * s;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], h[8] = {0};
        int *x = data_i32(n, 7, 6);
        double *a = data_f64(n, 3), *out = data_f64(n, 4), last[2];
        sums(n, x, a, h, out, last);
        show("h", h, 8, sizeof *h);
        show("out", out, n, sizeof *out);
        show("last", last, 2, sizeof *last);
        free(x);
        free(a);
        free(out);
    }
    return 0;
}
