// polycc: --parallel --optimize speed
/* A block that the program tests where it obtains it is each thread's own in a chunk; so is one that comes zeroed and is written first. */
#include "bits.h"

#define W 400
#define H 300

int main(void)
{
    short *in = data_i16(W * H, 1, 1000);
    int *wide = malloc(W * H * sizeof *wide);
    int(*sums)[W] = calloc(H, sizeof *sums);
    int *out = malloc(sizeof(int) * W * H), *twice;

    twice = malloc(sizeof(int) * W * H);
    if (!wide || sums == NULL || !out || !twice)
        return 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            wide[y * W + x] = in[y * W + x] * 3;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            sums[y][x] = wide[y * W + x] + (x > 0 ? wide[y * W + x - 1] : 0);
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            twice[y * W + x] = 2 * sums[y][x] + 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            out[y * W + x] = twice[y * W + x] + (y > 0 ? sums[y - 1][x] : 0);
    show("out", out, W * H, sizeof *out);
    free(in);
    free(wide);
    free(sums);
    free(out);
    free(twice);
    return 0;
}
