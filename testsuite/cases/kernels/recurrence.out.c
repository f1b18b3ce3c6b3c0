// polycc: --at n=100
// bytes: 808 -> 16
// expect: contracted f
/* f[i] = f[i-1] + f[i-2] (mod 2^64): the instance that writes f[i] is the last to read f[i-2],
   two cells are enough. The iterator is a size_t; the assumption says
   that n - 1 does not wrap around. */
#include "bits.h"

static void additive(size_t n, const uint64_t *start, uint64_t *sums)
{
    /* polycc: f[i] -> f[i % 2]; 2 cells instead of ((long)n + 1) */
    uint64_t f[2];
#pragma polycc assume(n >= 1)
#pragma scop
    f[0] = start[0];
    f[1] = start[1];
    for (size_t i = 2; i <= n; i++)
        f[i % 2] = f[(i - 1) % 2] + f[(i - 2) % 2];
    sums[0] = f[((long)n - 1) % 2];
    sums[1] = f[(long)n % 2];
#pragma endscop
}

int main(void)
{
    static const size_t sizes[] = {1, 2, 3, 10, 301};
    static const uint64_t start[2] = {0, 1};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t sums[2];
        additive(sizes[s], start, sums);
        show("sums", sums, 2, sizeof *sums);
    }
    return 0;
}
