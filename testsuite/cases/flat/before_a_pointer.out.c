// expect: contracted t
/* `p` leads into the middle of an array, so that subscripts may be negative; a condition decides where it isn't. What
   follows the loops runs at all sizes. */
#include "bits.h"

static void differences(int n, const double *p, const double *restrict q, const int *x, double *restrict out, double *restrict last)
{
    /* polycc: t[i] -> t[i % 2]; 2 cells instead of 81 */
    /* polycc: u[i] -> u[i % 2]; 2 cells instead of 81 */
    double t[2], u[2];
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        t[i % 2] = p[i - 1] * 2.0 + (i > 1 ? t[(i - 2) % 2] : 1.0);
        s += t[i % 2] * (x[i] > 2 && i >= 2 ? q[i - 2] : 0.25);
        out[i] = t[i % 2] - s;
    }
    for (int i = 0; i < n; i++) {
        u[i % 2] = (i > 1 ? u[(i - 2) % 2] * 0.5 : 0.75) + out[i];
        s += u[i % 2];
    }
    last[0] = s;
    last[1] = 0.5;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 70};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        int *x = data_i32(n, 7, 6);
        double *p = data_f64(n + 1, 3), *q = data_f64(n, 4), *out = data_f64(n, 5), last[2];
        differences(n, p + 1, q, x, out, last);
        show("out", out, n, sizeof *out);
        show("last", last, 2, sizeof *last);
        free(x);
        free(p);
        free(q);
        free(out);
    }
    return 0;
}
