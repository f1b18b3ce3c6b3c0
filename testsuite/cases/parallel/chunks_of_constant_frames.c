// polycc: --parallel --optimize speed
// expect: contracted across
// expect: contracted down
// says: in parallel chunks
/* Sizes are constants, one frame is static, one on the heap. */
#include "bits.h"

enum { H = 200 };
#define W 90

void sharpen(float in[restrict H][W], float out[restrict H][W])
{
    static float across[H][W];
    float (*down)[W] = malloc(sizeof(float[H][W]));
#pragma scop
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            across[y][x] = (in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]) / 4;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            down[y][x] = (across[y - 1][x] + 2 * across[y][x] + across[y + 1][x]) / 4;
    for (int y = 2; y < H - 2; y++)
        for (int x = 2; x < W - 2; x++)
            out[y][x] = 2 * in[y][x] - (down[y - 1][x] + down[y + 1][x]) / 2;
#pragma endscop
    free(down);
}

int main(void)
{
    float *in = data_f32(H * W, 1), *out = data_f32(H * W, 2);
    sharpen((void *)in, (void *)out);
    show("out", out, H * W, sizeof *out);
    free(in);
    free(out);
    return 0;
}
