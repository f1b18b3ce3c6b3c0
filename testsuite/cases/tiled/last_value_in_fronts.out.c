// polycc: --tile=3,5 --parallel --scops auto
/* Of all that iterations write to a variable one value is read: tiles that run at the same time would still write it together. */
#include "bits.h"

static double decay(int n, const double *restrict x)
{
    /* polycc: a[i][j] -> a[j]; (n + 6) cells instead of (n + 6) * (n + 6) */
    double a[n + 6];
    double last = 0.0;
    for (int i = 0; i < n + 6; i++) {
        for (int j = 0; j < n + 6; j++) {
            a[j] = (i >= 1 ? 0.5 * a[j] : 0.75) + 0.5 * x[i];
            last = 0.5 * a[j];
        }
    }
    return last;
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 9, 71};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        double *x = data_f64(n + 6, 7);
        double last = decay(n, x);
        show("last", &last, 1, sizeof last);
        free(x);
    }
    return 0;
}
