// polycc: --at n=11,t=3
/* A local array that nobody reads behind the loop: the statement itself does when it comes again, so what it leaves must
   come back. */
#include "bits.h"
#include "each_size.h"

static void means(int n, const double x[restrict n], double mean[restrict n])
{
    double prefix[n + 1];
    for (int t = 0; t < n; t += 3)
#pragma polycc isolate
        for (int i = t; i < n && i < t + 3; i++) {
            prefix[i] = i == 0 ? x[i] : prefix[i - 1] + x[i];
            mean[i] = prefix[i] / (double)(i + 1);
        }
}

int main(void)
{
    each_size(n) {
        double *x = data_f64(n, 55), *mean = data_f64(n, 56);
        means(n, x, mean);
        show("mean", mean, n, sizeof *mean);
        free(x);
        free(mean);
    }
    return 0;
}
