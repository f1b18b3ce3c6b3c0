// polycc:
// expect: contracted rough
/* Counters without a sign and offsets with one: `y + dy` is what mathematics says, although `dy` alone isn't. */
#include "bits.h"

#define W 64u
#define H 40u

/* polycc: rough[64 * i + j] -> rough[64 * (i % 3) + j]; 192 cells instead of 2560 */
static float rough[192];

int main(void)
{
    static float in[H * W], out[H * W];
    for (int i = 0; i < 2560; i++)
        in[i] = (float)((i * 37) % 113);
    for (long y = 0; y < 40; y++) {
        float *rough_0 = &rough[64 * (y % 3)];
        for (long x = 0; x < 64; x++)
            /* smooth */
            rough_0[x] = in[64 * y + x] * 0.5f;
        if (y >= 2) {
            const float *rough_rows[3] = {&rough[64 * ((y - 2) % 3)], &rough[64 * ((y - 1) % 3)], &rough[64 * (y % 3)]};
            for (long x = 1; x < 63; x++) {
                float sum = 0;
                for (long dy = -1; dy < 2; dy++)
                    for (long dx = -1; dx < 2; dx++)
                        sum += rough_rows[dy + 1][dx + x];
                out[64 * y + x - 64] = sum / 9;
            }
        }
    }
    show("out", out, H * W, sizeof *out);
    return 0;
}
