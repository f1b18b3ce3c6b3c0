// polycc: --parallel --optimize speed
/* Strips of sums that grow many at a time, shared out among threads: each has a strip of sums of its own. */
#include "bits.h"

static void filtered(int n, int taps, const double *restrict x, const double *restrict weight, double *restrict y)
{
    {
        /* polycc: sum[i % 512], versions by i; 512 cells */
        double sum[512];
        #pragma omp parallel for if(1.0 * taps * (1.0 * n - taps) > 20000) private(sum)
        for (int t = 0; t < n - taps; t += 512) {
            int last = n - taps - 1 < t + 511 ? n - taps - 1 : t + 511;
            for (int i = t; i <= last; i++)
                sum[i - t] = 0;
            for (int k = 0; k < taps; k++)
                for (int i = t; i <= last; i++)
                    sum[i - t] += weight[k] * x[i + k];
            for (int i = t; i <= last; i++)
                y[i] = sum[i - t];
        }
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
