// polycc: --at n=20
// bytes: 200 -> 10
// expect: scalarized digest
// expect: scalarized odd
// expect: scalarized steps
/* Integers of several widths, every compound assignment, ++ and -- before and after. */
#include "bits.h"

static void mix(int n, const uint32_t *in, uint32_t *out)
{
    uint32_t digest[n];
    int16_t odd[n];
    int steps[n];
#pragma scop
    for (int i = 0; i < n; i++) {
        digest[i] = in[i];
        odd[i] = 0;
        steps[i] = 7;
        if (i % 2 == 1)
            odd[i]++;
        else
            odd[i]--;
        for (int k = 0; k < 4; ++k) {
            digest[i] ^= digest[i] << 13;
            digest[i] *= 2654435761u;
            digest[i] >>= 1;
            digest[i] |= 1u;
            digest[i] -= in[i];
            digest[i] &= 0x7fffffffu;
            digest[i] %= 1000003u;
            digest[i] <<= 2;
            digest[i] += (uint32_t)k;
            digest[i] /= 3u;
            ++steps[i];
        }
        --steps[i];
        out[i] = digest[i] + (uint32_t)odd[i] + (uint32_t)steps[i];
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
