/* A convolution layer that unfolds a row at a time. */
#include "pipeline.h"

const int frames_read = 1, frames_written = 2;

enum { IN = 4, OUT = 8, K = 3 };

static void accumulate(int count, float weight, const float *restrict from, float *restrict row)
{
    for (int x = 0; x < count; x++)
        row[x] += weight * from[x];
}

void pipeline(int h, int w, const float *in, float *out)
{
    static float weight[OUT][IN * K * K], bias[OUT];
    for (int f = 0; f < OUT; f++) {
        bias[f] = 0.1f * f - 0.3f;
        for (int r = 0; r < IN * K * K; r++)
            weight[f][r] = 0.05f * ((5 * f + 3 * r) % 13 - 6);
    }
    int rows = h / 4, count = w - K + 1;
    size_t channel = (size_t)rows * w;
    float *restrict sum = malloc(w * sizeof *sum);
    for (int y = 0; y < rows - K + 1; y++)
        for (int f = 0; f < OUT; f++) {
            for (int x = 0; x < count; x++)
                sum[x] = bias[f];
            /* the rows of the unfolded matrix are rows of the input */
            for (int c = 0; c < IN; c++)
                for (int ky = 0; ky < K; ky++)
                    for (int kx = 0; kx < K; kx++)
                        accumulate(count, weight[f][(c * K + ky) * K + kx],
                                   in + c * channel + (size_t)(y + ky) * w + kx, sum);
            float *restrict result = out + f * channel + (size_t)y * w;
            for (int x = 0; x < count; x++)
                result[x] = sum[x] > 0 ? sum[x] : 0;
        }
    free(sum);
}
