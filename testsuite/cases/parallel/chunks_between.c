// polycc: --parallel --optimize speed
/* Stages in chunks between what can't be in them: a frame of zeros that threads can't have for themselves is filled before, and a sum over
   the whole result waits behind. */
#include "bits.h"

enum { H = 300, W = 200 };

static float out[H][W];

static float detail(void)
{
    float(*in)[W] = calloc(H, sizeof *in), (*smooth)[W] = malloc(sizeof(float[H][W]));
    for (int y = 1; y < H - 1; y++)
        for (int x = 0; x < W; x++)
            in[y][x] = (float)((x * 7 + y * 13) % 255);
    for (int y = 0; y < H; y++)
        for (int x = 1; x < W - 1; x++)
            smooth[y][x] = (in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]) / 4;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            out[y][x] = in[y][x] - (smooth[y - 1][x] + 2 * smooth[y][x] + smooth[y + 1][x]) / 4;
    free(smooth);
    free(in);
    float sum = 0;
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            sum += out[y][x] * (float)(x - y);
    return sum;
}

int main(void)
{
    float sum = detail();
    show("sum", &sum, 1, sizeof sum);
    show("out", out, H * W, sizeof **out);
    return 0;
}
