// polycc: --at n=11,t=3
/* A local array that nobody reads behind the loop: the statement itself does when it comes again, so what it leaves must
   come back. */
#include "bits.h"
#include "each_size.h"

static void means(int n, const double x[restrict n], double mean[restrict n])
{
    double prefix[n + 1];
    for (int t = 0; t < n; t += 3)
        /* polycc: what follows runs in a memory space of its own */
        {
            const int n_local = n, t_local = t;
            const long prefix_extent = n >= 3 && t == 0 ? 3 : (4 < (n < n - t + 1 ? n : n - t + 1) ? 4 : (n < n - t + 1 ? n : n - t + 1));
            const long prefix_extent1 = 3 < n - t ? 3 : n - t;
            double *prefix_local = malloc(sizeof(double) * prefix_extent);
            double *x_local = malloc(sizeof(double) * prefix_extent1);
            double *mean_local = malloc(sizeof(double) * prefix_extent1);
            const long prefix_offset = 0 > t - 1 ? 0 : t - 1;
            const long x_offset = t;
            const long mean_offset = t;
            if (!prefix_local || !x_local || !mean_local)
                abort();
            if (t >= 1)
                memcpy(&prefix_local[t - (0 > t - 1 ? 0 : t - 1) - 1], &prefix[t - 1], sizeof(double));
            memcpy(x_local, &x[t], sizeof(double) * prefix_extent1);
            for (int i = t_local; i < n_local && i < t_local + 3; i++) {
                prefix_local[i - prefix_offset] = i == 0 ? x_local[i - x_offset] : prefix_local[i - 1 - prefix_offset] + x_local[i - x_offset];
                mean_local[i - mean_offset] = prefix_local[i - prefix_offset] / (double)(i + 1);
            }
            memcpy(&prefix[t], &prefix_local[t - (0 > t - 1 ? 0 : t - 1)], sizeof(double) * prefix_extent1);
            memcpy(&mean[t], mean_local, sizeof(double) * prefix_extent1);
            free(mean_local);
            free(x_local);
            free(prefix_local);
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
