// polycc:
// expect: contracted rough
/* Counters without a sign and offsets with one: `y + dy` is what mathematics says, although `dy` alone isn't. */
#include "bits.h"

#define W 64u
#define H 40u

static float rough[H * W];

static void smooth(const float *restrict in, float *restrict out)
{
    unsigned y, x;
    for (y = 0; y < H; y++)
        for (x = 0; x < W; x++)
            rough[y * W + x] = in[y * W + x] * 0.5f;
    for (y = 1; y < H - 1; y++)
        for (x = 1; x < W - 1; x++) {
            float sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += rough[(y + dy) * W + x + dx];
            out[y * W + x] = sum / 9;
        }
}

int main(void)
{
    static float in[H * W], out[H * W];
    for (int i = 0; i < (int)(H * W); i++)
        in[i] = (float)((i * 37) % 113);
    smooth(in, out);
    show("out", out, H * W, sizeof *out);
    return 0;
}
