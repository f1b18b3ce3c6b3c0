// expect: unchanged
// expect: kept window
/* Each thread has an array of its own: how large it is stands in nobody's hands but the compiler's. */
#include "bits.h"

static void blur(int n, const double *restrict x, double *restrict y)
{
    double window[4];
#pragma scop
#pragma omp parallel for private(window)
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 4; k++) {
            window[k] = x[i + k];
            y[i] = k > 0 ? window[k] - 0.5 * window[k - 1] : window[k];
        }
    }
#pragma endscop
}

int main(void)
{
    for (int n = 0; n < 6; n++) {
        double *x = data_f64(n + 4, 1), *y = data_f64(n, 2);
        blur(n, x, y);
        show("y", y, n, sizeof *y);
        free(x);
        free(y);
    }
    return 0;
}
