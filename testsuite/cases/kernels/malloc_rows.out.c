// polycc: --at n=20
// bytes: 1280 -> 64
// expect: contracted t
/* Rows of constant width in a block from malloc; n may be 0, and the block of no bytes is still
   freed. */
#include "bits.h"

#define WIDTH 16

static void reverse_rows(int n, const float in[][WIDTH], float out[][WIDTH])
{
    /* polycc: t[i][j] -> t[j]; 16 cells instead of n * 16 */
    float *t = malloc(sizeof(float[16]));
#pragma scop
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < WIDTH; j++)
            t[15 - j] = 2.0f * in[i][j];
        for (int j = 0; j < WIDTH; j++)
            out[i][j] = t[j] - in[i][j];
    }
#pragma endscop
    free(t);
}

int main(void)
{
    static const int sizes[] = {0, 1, 2, 7};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int n = sizes[s];
        float *in = data_f32(n * WIDTH, 94), *out = data_f32(n * WIDTH, 95);
        reverse_rows(n, (void *)in, (void *)out);
        show("out", out, n * WIDTH, sizeof *out);
        free(in);
        free(out);
    }
    return 0;
}
