// bytes: 16384 -> 256
// expect: contracted buffer
/* A static local array: every cell is written before it is read in each call, so nothing needs
   to survive from one call to the next. Sizes are constants. */
#include "bits.h"

#define H 64
#define W 64

static void shade(const float in[H][W], float out[H][W])
{
    /* polycc: buffer[i][j] -> buffer[j]; 64 cells instead of 4096 */
    static float buffer[64];
#pragma scop
    for (int i = 0; i < H; i++) {
        for (int j = 0; j < W; j++)
            buffer[j] = in[i][j] * in[i][j];
        for (int j = 0; j < W; j++)
            out[i][j] = buffer[63 - j] - buffer[j];
    }
#pragma endscop
}

int main(void)
{
    float *in = data_f32(H * W, 81), *out = data_f32(H * W, 82);
    shade((void *)in, (void *)out);
    shade((void *)out, (void *)in);
    show("in", in, H * W, sizeof *in);
    show("out", out, H * W, sizeof *out);
    free(in);
    free(out);
    return 0;
}
