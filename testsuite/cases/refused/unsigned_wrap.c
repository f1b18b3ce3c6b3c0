// expect: unchanged
// says: unsigned_wrap.c:13:
// says: n >= 1
/* n - 1 may wrap around: the loop might never end, and the help says what to assume. */
#include "bits.h"

static void additive(unsigned n, const uint64_t *start, uint64_t *sums)
{
    uint64_t f[n + 1];
#pragma scop
    f[0] = start[0];
    f[1] = start[1];
    for (unsigned i = 0; i < n - 1; i++)
        f[i + 2] = f[i + 1] + f[i];
    sums[0] = f[n - 1];
    sums[1] = f[n];
#pragma endscop
}

int main(void)
{
    static const unsigned sizes[] = {1, 2, 3, 10, 301};
    static const uint64_t start[2] = {0, 1};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        uint64_t sums[2];
        additive(sizes[s], start, sums);
        show("sums", sums, 2, sizeof *sums);
    }
    return 0;
}
