// polycc: --optimize memory
// expect: scalarized raw
// expect: scalarized low
/* The last stage returns a local integer that stands for a value in its bounds: the copy of it behind the stage needs it set.
   No size is small enough to run the result. */
#include "bits.h"

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 2000;
    if (n < 1000)
        return 1;
    /* polycc: raw[i] -> raw; 1 cell instead of n */
    /* polycc: even[i] -> even[i % 2]; 2 cells instead of n */
    /* polycc: low[i] -> low; 1 cell instead of (n / 8) */
    double raw = 0, *even = malloc(sizeof(double[2])), low = 0;
    int m;
    double sum;
    {
        int shorten_m;
        /* shorten */
        shorten_m = n / 8;
        m = shorten_m;
        sum = 0;
        for (int i = 0; i < n; i++) {
            /* sample */
            raw = i % 7;
            /* twice */
            even[i % 2] = 2 * raw;
            if (i < n - 6 && (i - 1) % 8 == 0) {
                low = even[8 * ((i - 1) / 8) % 2] + even[(8 * ((i - 1) / 8) + 1) % 2];
                sum += low;
            }
        }
    }
    printf("%d %.17g\n", m, sum);
    free(even);
    return 0;
}
