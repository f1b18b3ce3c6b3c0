/* A frame smoothed along its columns by way of a static frame that is one array: rows of a constant width. */
#include "bits.h"

enum { HEIGHT = 1024, WIDTH = 4096 };

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
    static float *in, *out;
    if (in == NULL) {
        in = data_f32(HEIGHT * WIDTH, 1);
        out = data_f32(HEIGHT * WIDTH, 2);
    }
    smooth(in, out);
    show("out", out, HEIGHT * WIDTH, sizeof *out);
    return 0;
}
