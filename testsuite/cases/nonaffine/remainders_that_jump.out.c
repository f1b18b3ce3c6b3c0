/* Cells all over a grid are set first: where they lie is as good as unknown, and what comes behind needs not to know it. */
#include <stdio.h>

#include "bits.h"

#define W 512
#define H 300

/* polycc: work[i * W + j] -> work[(i % 2) * W + j]; 2 * W cells instead of H * W */
static float field[H * W], work[2 * W];

int main(void)
{
    { /* diffuse */
        for (int k = 0; k < 40; k++)
            field[(k * 7919L) % H * W + (k * 104729L) % W] = 100.0f + k;
        for (int s = 0; s < 6; s++) {
            float *work_0 = &work[W], *work_1 = &work[0];
            for (int y = 1; y < H; y++) {
                if (y < H - 1)
                    for (int x = 1; x < W - 1; x++)
                        work_0[x] = field[y * W + x] + 0.1f * (field[(y - 1) * W + x] + field[(y + 1) * W + x] + field[y * W + x - 1] + field[y * W + x + 1] - 4 * field[y * W + x]);
                if (y >= 2)
                    for (int x = 1; x < W - 1; x++)
                        field[(y - 1) * W + x] = work_1[x];
                float *work_next = work_1;
                work_1 = work_0, work_0 = work_next;
            }
        }
        show("field", field, H * W, sizeof *field);
    }
    return 0;
}
