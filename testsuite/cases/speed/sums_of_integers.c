// polycc: --optimize speed
// expect: contracted sizes
/* The sum of integers is there at once, so nothing is done while it is waited for: the loop before it stays a vector loop, in strips. */
#include "bits.h"

static void positions(int n, const int counts[restrict n], int ends[restrict n])
{
    int *sizes = malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        sizes[i] = counts[i] * 8 + 4;
    for (int i = 0; i < n; i++)
        ends[i] = (i > 0 ? ends[i - 1] : 0) + sizes[i];
    free(sizes);
}

int main(void)
{
    static const int lengths[] = {1, 2, 17, 640};
    for (int s = 0; s < 4; s++) {
        int n = lengths[s];
        int *counts = malloc(n * sizeof(int)), *ends = malloc(n * sizeof(int));
        for (int i = 0; i < n; i++)
            counts[i] = i * 7 % 13;
        positions(n, counts, ends);
        show("ends", ends, n, sizeof *ends);
        free(counts);
        free(ends);
    }
    return 0;
}
