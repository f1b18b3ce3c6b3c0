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
    /* polycc: across[i][j] -> across[i % 3][j]; 3 * W cells instead of 200 * W */
    static float across[3][W];
#pragma scop
    #pragma omp parallel for private(across)
    for (int chunk = 0; chunk < 200; chunk += 16) {
        /* polycc: down[i][j] -> down[i % 3][j]; 3 * W cells instead of 200 * W */
        float down[3][W];
        float *across_0 = across[0], *across_1 = across[2], *across_2 = across[1];
        float *down_0 = down[2], *down_1 = down[1], *down_2 = down[0];
        for (int y = chunk > 4 ? chunk - 4 : 0; y < 200 && y < chunk + 16; y++) {
            for (int x = 1; x < W - 1; x++)
                across_0[x] = (in[y][x - 1] + 2 * in[y][x] + in[y][x + 1]) / 4;
            if (y >= 2 && y >= chunk - 2) {
                for (int x = 1; x < W - 1; x++)
                    down_0[x] = (across_2[x] + 2 * across_1[x] + across_0[x]) / 4;
                if (y >= 4 && y >= chunk)
                    for (int x = 2; x < W - 2; x++)
                        out[y - 2][x] = 2 * in[y - 2][x] - (down_2[x] + down_0[x]) / 2;
            }
            float *across_next = across_2;
            across_2 = across_1, across_1 = across_0, across_0 = across_next;
            float *down_next = down_2;
            down_2 = down_1, down_1 = down_0, down_0 = down_next;
        }
    }
#pragma endscop
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
