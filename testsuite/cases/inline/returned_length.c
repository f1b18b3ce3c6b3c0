// polycc: --optimize memory
// expect: scalarized raw
// expect: scalarized low
/* The last stage returns a local integer that stands for a value in its bounds: the copy of it behind the stage needs it set.
   No size is small enough to run the result. */
#include "bits.h"

static void sample(double *raw, int n)
{
    for (int i = 0; i < n; i++)
        raw[i] = i % 7;
}

static void twice(const double *raw, double *even, int n)
{
    for (int i = 0; i < n; i++)
        even[i] = 2 * raw[i];
}

static int shorten(const double *even, double *low, int n)
{
    int m = n / 8;
    for (int i = 0; i < m; i++)
        low[i] = even[i * 8] + even[i * 8 + 1];
    return m;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    if (n < 1000)
        return 1;
    double *raw = malloc(n * sizeof(double)), *even = malloc(n * sizeof(double)), *low = malloc((n / 8) * sizeof(double));
    sample(raw, n);
    twice(raw, even, n);
    int m = shorten(even, low, n);
    double sum = 0;
    for (int i = 0; i < m; i++)
        sum += low[i];
    printf("%d %.17g\n", m, sum);
    free(raw);
    free(even);
    free(low);
    return 0;
}
