// expect: scalarized w
// expect: scalarized s
/* `*p` is `p[0]`, and `*(p + i)` is `p[i]`. */
#include "bits.h"

static void stars(unsigned n, const double *restrict x, double *restrict y, int *restrict status)
{
    double s[2], *w = malloc(((size_t)n + 3) * sizeof *w);
    for (unsigned i = 0; i < n; i++) {
        *s = *(x + i) * 2;
        *(w + 2 + i - 1) = *s;
        if (*(i + x) < 0)
            *status = -*status + 1;
        (*s)++;
        *(y + i) = -*s;
        (*(w + i + 1))--;
        *(y + i) += w[i + 1]/ *(x + i);
    }
    free(w);
}

static void columns(int n, int (*a)[4], int *b)
{
    for (int i = 0; i < n; i++) {
        int t[2][3];
        **t = *a[i] + *(a[i] + 3);
        *(*(t + 1) + 2) = (*(a + i))[1];
        b[i] = t[0][0] - t[1][2];
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
