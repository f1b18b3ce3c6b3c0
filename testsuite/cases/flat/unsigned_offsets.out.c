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
    /* polycc: in[64 * i + j] -> in; 1 cell instead of 2560 */
    static float in = 0, out[H * W];
    for (long i_0 = 0; i_0 < 40; i_0++) {
        float *rough_0 = &rough[64 * (i_0 % 3)];
        for (long i_1 = 0; i_1 < 64; i_1++) {
            in = (float)((((int)(64 * i_0 + i_1)) * 37) % 113);
            /* smooth */
            rough_0[i_1] = in * 0.5f;
        }
        if (i_0 >= 2) {
            const float *rough_rows[3] = {&rough[64 * ((i_0 - 2) % 3)], &rough[64 * ((i_0 - 1) % 3)], &rough[64 * (i_0 % 3)]};
            for (long x = 1; x < 63; x++) {
                float sum = 0;
                for (long dy = -1; dy < 2; dy++)
                    for (long dx = -1; dx < 2; dx++)
                        sum += rough_rows[dy + 1][dx + x];
                out[64 * i_0 + x - 64] = sum / 9;
            }
        }
    }
    show("out", out, H * W, sizeof *out);
    return 0;
}
