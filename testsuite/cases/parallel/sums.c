// polycc: --parallel --optimize speed
/* Strips of sums that grow many at a time, shared out among threads: each has a strip of sums of its own. */
#include "bits.h"

static void filtered(int n, int taps, const double *restrict x, const double *restrict weight, double *restrict y)
{
    for (int i = 0; i < n - taps; i++) {
        double sum = 0;
        for (int k = 0; k < taps; k++)
            sum += weight[k] * x[i + k];
        y[i] = sum;
    }
}

int main(void)
{
    enum { N = 5000, TAPS = 70 };
    static double *x, *weight, *y;
    if (x == NULL)
        x = data_f64(N, 1), weight = data_f64(TAPS, 2), y = data_f64(N, 3);
    filtered(N, TAPS, x, weight, y);
    show("y", y, N, sizeof *y);
    return 0;
}
