// expect: scalarized w
// expect: scalarized s
/* `*p` is `p[0]`, and `*(p + i)` is `p[i]`. */
#include "bits.h"

static void stars(unsigned n, const double *restrict x, double *restrict y, int *restrict status)
{
    /* polycc: s[i] -> s; 1 cell instead of 2 */
    /* polycc: w[i] -> w; 1 cell instead of ((long)n + 3) */
    double s = 0, w = 0;
    for (unsigned i = 0; i < n; i++) {
        s = *(x + i) * 2;
        w = s;
        if (*(i + x) < 0)
            *status = -*status + 1;
        (s)++;
        *(y + i) = -s;
        (w)--;
        *(y + i) += w/ *(x + i);
    }
}

static void columns(int n, int (*a)[4], int *b)
{
    for (int i = 0; i < n; i++) {
        /* polycc: t[i][j] -> t[i]; 2 cells instead of 6 */
        int t[2];
        t[0] = *a[i] + *(a[i] + 3);
        t[1] = (*(a + i))[1];
        b[i] = t[0] - t[1];
    }
}

int main(void)
{
    for (int n = 0; n < 6; n++) {
        double *x = data_f64(n, 5), *y = block(n, sizeof *y);
        int status = n, *a = data_i32(4 * n, 7, 100), *b = block(n, sizeof *b);
        stars((unsigned)n, x, y, &status);
        columns(n, (void *)a, b);
        show("y", y, n, sizeof *y);
        show("b", b, n, sizeof *b);
        show("status", &status, 1, sizeof status);
        free(x);
        free(y);
        free(a);
        free(b);
    }
    return 0;
}
