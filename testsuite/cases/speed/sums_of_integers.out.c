// polycc: --optimize speed
// expect: contracted sizes
/* The sum of integers is there at once, so nothing is done while it is waited for: the loop before it stays a vector loop, in strips. */
#include "bits.h"

int main(void)
{
    static const int lengths[] = {1, 2, 17, 640};
    for (int s = 0; s < 4; s++) {
        int n = lengths[s];
        /* polycc: counts[i] -> counts[i % 1024]; 1024 cells instead of n */
        int *counts = malloc(sizeof(int[1024])), *ends = malloc(n * sizeof(int));
        /* polycc: sizes[i] -> sizes[i % 1024]; 1024 cells instead of n */
        int *sizes = malloc(sizeof(int[1024]));
        for (long t = 0; t < (long)n; t += 1024) {
            for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
                counts[i - t] = i * 7 % 13;
            for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
                /* positions */
                sizes[i - t] = counts[i - t] * 8 + 4;
            for (int i = t; i <= (n - 1 < t + 1023 ? n - 1 : t + 1023); i++)
                ends[i] = (i > 0 ? ends[i - 1] : 0) + sizes[i - t];
        }
        free(sizes);
        show("ends", ends, n, sizeof *ends);
        free(counts);
        free(ends);
    }
    return 0;
}
