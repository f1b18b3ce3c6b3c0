// polycc: --at n=20
// bytes: 200 -> 10
// expect: scalarized digest
// expect: scalarized odd
// expect: scalarized steps
/* Integers of several widths, every compound assignment, ++ and -- before and after. */
#include "bits.h"

static void mix(int n, const uint32_t *in, uint32_t *out)
{
    /* polycc: digest[i] -> digest; 1 cell instead of n */
    uint32_t digest = 0;
    /* polycc: odd[i] -> odd; 1 cell instead of n */
    int16_t odd = 0;
    /* polycc: steps[i] -> steps; 1 cell instead of n */
    int steps = 0;
#pragma scop
    for (int i = 0; i < n; i++) {
        digest = in[i];
        odd = 0;
        steps = 7;
        if (i % 2 == 1)
            odd++;
        else
            odd--;
        for (int k = 0; k < 4; ++k) {
            digest ^= digest << 13;
            digest *= 2654435761u;
            digest >>= 1;
            digest |= 1u;
            digest -= in[i];
            digest &= 0x7fffffffu;
            digest %= 1000003u;
            digest <<= 2;
            digest += (uint32_t)k;
            digest /= 3u;
            ++steps;
        }
        --steps;
        out[i] = digest + (uint32_t)odd + (uint32_t)steps;
    }
#pragma endscop
}

int main(void)
{
    static const int sizes[] = {1, 2, 3, 16};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        uint32_t *in = (uint32_t *)data_i32(n, 79, 1 << 20), *out = (uint32_t *)data_i32(n, 80, 2);
        mix(n, in, out);
        show("out", out, n, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
