/* The predictor of each order from the one before (Levinson and Durbin), from correlations r with r[0] = 1. */
#include "kernel.h"

static void predict(int n, double r[restrict n + 1], double a[restrict n + 1])
{
    double next_a[n + 1], error = r[0];
    for (int k = 1; k <= n; k++) {
        double sum = r[k];
        for (int j = 1; j < k; j++)
            sum += a[j] * r[k - j];
        double reflection = -sum / error;
        for (int j = 1; j < k; j++)
            next_a[j] = a[j] + reflection * a[k - j];
        for (int j = 1; j < k; j++)
            a[j] = next_a[j];
        a[k] = reflection;
        error *= 1 - reflection * reflection;
    }
}

int main(int argc, char **argv)
{
    int n = size_or(30000, argc, argv, 1);
    double *r = doubles(n + 1, 1), *a = doubles(n + 1, 2);
    for (int k = 0; k <= n; k++)
        r[k] = k > 0 ? 1.0 / (k + 2) : 1;
    double start = now();
    predict(n, r, a);
    spent_since(start);
    show_doubles("a", a + 1, n);
    return 0;
}
