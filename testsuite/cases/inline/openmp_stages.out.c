/* Stages that run in parallel by OpenMP's pragmas, in functions of their own; a call that threads run already
   stays one. */
#include "bits.h"

#define W 320
#define H 480

static void scale(const float *in, float *out, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = 0.5f * in[i];
}

int main(void)
{
    /* polycc: each thread has its own in */
    float *in = malloc(sizeof *in);
    /* polycc: each thread has its own mid */
    float *mid = malloc(sizeof *mid);
    float *out = calloc(W * H, sizeof(float));
    float rows[4][W], halves[4][W];

    if (!in || !mid || !out)
        return 1;
    #pragma omp parallel for num_threads(3)
    for (int chunk = 0; chunk < H; chunk += 32) {
        /* polycc: in[i * W + j] -> in[(i % 3) * W + j]; 3 * W cells instead of H * W */
        float in[3 * W];
        /* polycc: mid[i * W + j] -> mid[j]; W cells instead of H * W */
        float mid[W];
        float *in_0 = &in[0], *in_1 = &in[2 * W], *in_2 = &in[W];
        for (int y = chunk > 2 ? chunk - 2 : 0; y < H && y < chunk + 32; y++) {
            for (int x = 0; x < W; x++)
                in_0[x] = (y * 37 + x) % 251 * 0.25f;
            if (y >= 2 && y >= chunk) {
                for (int x = 1; x < W - 1; x++)
                    /* blur */
                    /* rows of the blur */
                    mid[x] = (in_2[x] + in_1[x - 1] + in_1[x] + in_1[x + 1] + in_0[x]) / 5.0f;
                for (int x = 1; x < W - 1; x++) {
                    /* sharpen */
                    float d = in_1[x] - mid[x];
                    out[(y - 1) * W + x] = in_1[x] + 0.5f * d;
                }
            }
            float *in_next = in_2;
            in_2 = in_1, in_1 = in_0, in_0 = in_next;
        }
    }
    show("out", out, W * H, sizeof *out);
    for (int i = 0; i < 4; i++)
        for (int x = 0; x < W; x++)
            rows[i][x] = out[i * W + x];
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        scale(rows[i], halves[i], W);
    show("halves", halves, 4 * W, sizeof **halves);
    free(in);
    free(mid);
    free(out);
    return 0;
}
