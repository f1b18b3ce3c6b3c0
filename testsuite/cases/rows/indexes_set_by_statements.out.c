// expect: contracted t
/* Indexes are variables of the function that statements set; what they hold is used there only, and until the next. */
#include "bits.h"

static double mixed(int n, int m, const double *restrict x, double *restrict out)
{
    int i, j, k;
    /* polycc: t[i * m + j] -> t[(i % 3) * m + j]; 3 * m cells instead of n * m */
    double *t, s = 0.0;

    t = malloc(sizeof(double) * 3 * m);
    {
        double *t_0 = &t[0], *t_1 = &t[2 * m], *t_2 = &t[m];
        for (i = 0; i < n; i++) {
            for (j = 0; j < m; j++) {
                k = i * m + j;
                t_0[j] = x[i * m + j] * 0.5 + k;
            }
            if (i >= 2) {
                for (j = 0; j < m && j < 1; j++)
                    out[i * m + j] = t_0[j] - t_1[j > 0 ? j - 1 : 0] + t_2[m - 1];
                for (j = 1; j < m; j++)
                    out[i * m + j] = t_0[j] - t_1[j - 1] + t_2[m - 1];
            }
            double *t_next = t_2;
            t_2 = t_1, t_1 = t_0, t_0 = t_next;
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
