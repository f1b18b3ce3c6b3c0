// polycc:
// expect: contracted coarse
/* Sizes that an enumeration names: a pointer to rows of so many cells is one for the function that is called. */
#include <stdlib.h>
#include "bits.h"

enum { W = 500, H = 360 };

int main(void)
{
    /* polycc: coarse[i][j] -> coarse[i % 2][j]; 1000 cells instead of 180000 */
    float (*coarse)[500] = malloc(sizeof(float[2][500])), (*fine)[W] = calloc(H, sizeof *fine);
    if (!coarse || !fine)
        return 1;
    {
        float *coarse_0 = coarse[0], *coarse_1 = coarse[1];
        for (int y = 0; y < 360; y++) {
            for (int x = 0; x < 500; x++)
                /* work */
                coarse_0[x] = (float)((x * 3 + y * 7) % 41);
            if (y >= 1)
                for (int x = 0; x < 500; x++)
                    fine[y][x] = coarse_0[x] - coarse_1[x];
            float *coarse_next = coarse_1;
            coarse_1 = coarse_0, coarse_0 = coarse_next;
        }
    }
    show("fine", fine, H * W, sizeof(float));
    free(coarse);
    free(fine);
    return 0;
}
