// polycc: --parallel --optimize speed
// expect: unchanged
/* sqrt sets errno, of which each thread has its own; the reader sees that of one thread. */
#include "bits.h"
#include <errno.h>
#include <math.h>

int roots(int n, const double *restrict x, double *restrict y)
{
    errno = 0;
    for (int i = 0; i < n; i++)
        y[i] = sqrt(x[i]);
    return errno != 0;
}

int main(void)
{
    for (int n = 0; n < 40; n += 3) {
        double *x = data_f64(n, 1), *y = data_f64(n, 2);
        for (int i = 0; i + 1 < n; i++)
            x[i] = fabs(x[i]);
        if (n > 0)
            x[n - 1] = -1;
        int failed = roots(n, x, y);
        show("failed", &failed, 1, sizeof failed);
        show("y", y, n > 0 ? n - 1 : 0, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
