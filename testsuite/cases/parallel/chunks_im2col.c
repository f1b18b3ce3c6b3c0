// polycc: --parallel --optimize speed --at h=1024,w=4096
/* A convolution layer, 4 channels to 8, as unfolding (im2col) and matrix product, then a rectifier. The frames hold a
   channel a quarter of their rows. */
#include "bits.h"

enum { IN = 4, OUT = 8, K = 3 };

void im2col(int h, int w, const float (*restrict in)[h][w], float (*restrict out)[h][w],
                   const float (*restrict weight)[IN * K * K], const float *restrict bias)
{
    float (*col)[IN * K * K][w] = malloc(sizeof(float[h][IN * K * K][w]));
    float (*sum)[OUT][w] = malloc(sizeof(float[h][OUT][w]));
    for (int y = 0; y < h - K + 1; y++)
        for (int c = 0; c < IN; c++)
            for (int ky = 0; ky < K; ky++)
                for (int kx = 0; kx < K; kx++)
                    for (int x = 0; x < w - K + 1; x++)
                        col[y][c * K * K + ky * K + kx][x] = in[c][y + ky][x + kx];
    for (int y = 0; y < h - K + 1; y++)
        for (int f = 0; f < OUT; f++) {
            for (int x = 0; x < w - K + 1; x++)
                sum[y][f][x] = bias[f];
            for (int r = 0; r < IN * K * K; r++)
                for (int x = 0; x < w - K + 1; x++)
                    sum[y][f][x] += weight[f][r] * col[y][r][x];
        }
    for (int f = 0; f < OUT; f++)
        for (int y = 0; y < h - K + 1; y++)
            for (int x = 0; x < w - K + 1; x++)
                out[f][y][x] = sum[y][f][x] > 0 ? sum[y][f][x] : 0;
    free(col);
    free(sum);
}

int main(void)
{
    static const int sizes[][2] = {{1, 1}, {2, 3}, {3, 3}, {7, 5}, {33, 12}, {34, 6}, {67, 5}, {100, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int h = sizes[s][0], w = sizes[s][1];
        long cells = (long)h * w;
        float *in = data_f32(IN * cells, 1), *out = data_f32(OUT * cells, 2);
        float *weight = data_f32(OUT * IN * K * K, 3), *bias = data_f32(OUT, 4);
        im2col(h, w, (void *)in, (void *)out, (void *)weight, bias);
        show("out", out, OUT * cells, sizeof *out);
        free(in);
        free(out);
        free(weight);
        free(bias);
    }
    return 0;
}
