/* Cells all over a grid are set first: where they lie is as good as unknown, and what comes behind needs not to know it. */
#include <stdio.h>

#include "bits.h"

#define W 512
#define H 300

static float field[H * W], work[H * W];

static void diffuse(int spots, int steps)
{
    for (int k = 0; k < spots; k++)
        field[(k * 7919L) % H * W + (k * 104729L) % W] = 100.0f + k;
    for (int s = 0; s < steps; s++) {
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                work[y * W + x] = field[y * W + x] + 0.1f * (field[(y - 1) * W + x] + field[(y + 1) * W + x] + field[y * W + x - 1] + field[y * W + x + 1] - 4 * field[y * W + x]);
        for (int y = 1; y < H - 1; y++)
            for (int x = 1; x < W - 1; x++)
                field[y * W + x] = work[y * W + x];
    }
    show("field", field, H * W, sizeof *field);
}

int main(void)
{
    diffuse(40, 6);
    return 0;
}
