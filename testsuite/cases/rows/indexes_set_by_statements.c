// expect: contracted t
/* Indexes are variables of the function that statements set; what they hold is used there only, and until the next. */
#include "bits.h"

static double mixed(int n, int m, const double *restrict x, double *restrict out)
{
    int i, j, k, i1, i2, before, last;
    double *t, s = 0.0;

    t = malloc(sizeof *t * (size_t)n * (size_t)m);
    for (i = 0; i < n; i++)
        for (j = 0; j < m; j++) {
            k = i * m + j;
            t[k] = x[k] * 0.5 + k;
        }
    for (i = 2; i < n; i++) {
        i1 = i - 1;
        i2 = i1 - 1;
        last = m - 1;
        for (j = 0; j < m; j++) {
            before = j > 0 ? j - 1 : 0;
            out[i * m + j] = t[i * m + j] - t[i1 * m + before] + t[i2 * m + last];
        }
    }
    free(t);
    for (i = 0; i < n; i++) {
        k = n - 1 - i;
        s += out[k * m] * k;
        k = i / 2;
        s -= out[k * m];
    }
    return m > 0 ? s : 0.0;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 3, 4, 7, 73};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s], m = sizes[(s + 3) % (sizeof sizes / sizeof *sizes)];
        double *x = data_f64((long)n * m + 1, 3), *out = data_f64((long)n * m + 1, 4);
        double sum = m > 0 ? mixed(n, m, x, out) : 0.0;
        show("sum", &sum, 1, sizeof sum);
        show("out", out, (long)n * m, sizeof *out);
        free(x);
        free(out);
    }
    return 0;
}
