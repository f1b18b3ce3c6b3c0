// polycc:
// expect: contracted across
/* A frame that is one array, its rows of a constant width: with three rows of it in the program's order, each access in the innermost loop would
   cost a division. In one loop over rows these are pointers, which costs nothing. */
#include "bits.h"

enum { HEIGHT = 24, WIDTH = 128 };

static void smooth(const float in[restrict HEIGHT * WIDTH], float out[restrict HEIGHT * WIDTH])
{
    static float across[HEIGHT * WIDTH];
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            across[WIDTH * y + x] =
                0.25f * in[WIDTH * y + x - 1] + 0.5f * in[WIDTH * y + x] + 0.25f * in[WIDTH * y + x + 1];
    for (int y = 1; y < HEIGHT - 1; y++)
        for (int x = 1; x < WIDTH - 1; x++)
            out[WIDTH * y + x] = 0.25f * across[WIDTH * (y - 1) + x] + 0.5f * across[WIDTH * y + x] +
                                 0.25f * across[WIDTH * (y + 1) + x];
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
