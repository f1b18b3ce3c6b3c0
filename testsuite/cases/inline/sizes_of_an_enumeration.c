// polycc:
// expect: contracted coarse
/* Sizes that an enumeration names: a pointer to rows of so many cells is one for the function that is called. */
#include <stdlib.h>
#include "bits.h"

enum { W = 500, H = 360 };

static void work(float coarse[H][W], float fine[H][W])
{
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            coarse[y][x] = (float)((x * 3 + y * 7) % 41);
    for (int y = 1; y < H; y++)
        for (int x = 0; x < W; x++)
            fine[y][x] = coarse[y][x] - coarse[y - 1][x];
}

int main(void)
{
    float (*coarse)[W] = malloc(sizeof(float[H][W])), (*fine)[W] = calloc(H, sizeof *fine);
    if (!coarse || !fine)
        return 1;
    work(coarse, fine);
    show("fine", fine, H * W, sizeof(float));
    free(coarse);
    free(fine);
    return 0;
}
