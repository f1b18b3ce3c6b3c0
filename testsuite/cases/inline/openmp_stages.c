/* Stages that run in parallel by OpenMP's pragmas, in functions of their own; a call that threads run already
   stays one. */
#include "bits.h"

#define W 320
#define H 480

static void blur(const float *in, float *out, int w, int h)
{
    int y;

    /* rows of the blur */
    #pragma omp parallel for schedule(static) num_threads(3)
    for (y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++)
            out[y * w + x] = (in[(y - 1) * w + x] + in[y * w + x - 1] + in[y * w + x]
                              + in[y * w + x + 1] + in[(y + 1) * w + x]) / 5.0f;
}

static void sharpen(const float *in, const float *mid, float *out, int w, int h)
{
    if (!in || !mid)
        return;
#pragma omp parallel for num_threads(3)
    for (int y = 1; y < h - 1; y++)
        for (int x = 1; x < w - 1; x++) {
            float d = in[y * w + x] - mid[y * w + x];
            out[y * w + x] = in[y * w + x] + 0.5f * d;
        }
}

static void scale(const float *in, float *out, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        out[i] = 0.5f * in[i];
}

int main(void)
{
    float *in = malloc(sizeof(float) * W * H);
    float *mid = malloc(sizeof(float) * W * H);
    float *out = calloc(W * H, sizeof(float));
    float rows[4][W], halves[4][W];

    if (!in || !mid || !out)
        return 1;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++)
            in[y * W + x] = (y * 37 + x) % 251 * 0.25f;
    blur(in, mid, W, H);
    sharpen(in, mid, out, W, H);
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
