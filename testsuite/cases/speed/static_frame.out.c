// polycc:
// expect: contracted across
/* A frame that is one array, its rows of a constant width: with three rows of it in the program's order, each access in the innermost loop would
   cost a division. In one loop over rows these are pointers, which costs nothing. */
#include "bits.h"

enum { HEIGHT = 24, WIDTH = 128 };

static void smooth(const float in[restrict HEIGHT * WIDTH], float out[restrict HEIGHT * WIDTH])
{
    /* polycc: across[128 * i + j] -> across[128 * (i % 3) + j]; 384 cells instead of 3072 */
    static float across[384];
    {
        float *across_0 = &across[0], *across_1 = &across[256], *across_2 = &across[128];
        for (int y = 0; y < 24; y++) {
            for (int x = 1; x < 127; x++)
                across_0[x] = 0.25f * in[128 * y + x - 1] + 0.5f * in[128 * y + x] + 0.25f * in[128 * y + x + 1];
            if (y >= 2)
                for (int x = 1; x < 127; x++)
                    out[128 * y + x - 128] = 0.25f * across_2[x] + 0.5f * across_1[x] + 0.25f * across_0[x];
            float *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
        }
    }
}

int main(void)
{
    float *in = data_f32(HEIGHT * WIDTH, 1), *out = data_f32(HEIGHT * WIDTH, 2);
    smooth(in, out);
    show("out", out, HEIGHT * WIDTH, sizeof *out);
    free(in);
    free(out);
    return 0;
}
