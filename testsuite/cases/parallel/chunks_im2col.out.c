// polycc: --parallel --optimize speed --at h=1024,w=4096
/* A convolution layer, 4 channels to 8, as unfolding (im2col) and matrix product, then a rectifier. The frames hold a
   channel a quarter of their rows. */
#include "bits.h"

enum { IN = 4, OUT = 8, K = 3 };

void im2col(int h, int w, const float (*restrict in)[h][w], float (*restrict out)[h][w],
                   const float (*restrict weight)[IN * K * K], const float *restrict bias)
{
    #pragma omp parallel for if(1.0 * h * w > 70)
    for (int chunk = 0; chunk < h - 2; chunk += 32) {
        /* polycc: col[i][j][k] -> col[j][k]; 36 * w cells instead of h * 36 * w */
        float (*col)[w] = malloc(sizeof(float[36][w]));
        /* polycc: sum[i][j][k] -> sum[j][k]; 8 * w cells instead of h * 8 * w */
        float (*sum)[w] = malloc(sizeof(float[8][w]));
        for (int y = chunk; y < h - 2 && y < chunk + 32; y++) {
            for (int c = 0; c < 4; c++)
                for (int ky = 0; ky < 3; ky++)
                    for (int kx = 0; kx < 3; kx++)
                        for (int x = 0; x < w - 2; x++)
                            col[9 * c + 3 * ky + kx][x] = in[c][y + ky][x + kx];
            for (int f = 0; f < 8; f++) {
                for (int x = 0; x < w - 2; x++)
                    sum[f][x] = bias[f];
                for (int r = 0; r < 36; r++)
                    for (int x = 0; x < w - 2; x++)
                        sum[f][x] += weight[f][r] * col[r][x];
            }
            for (int f = 0; f < 8; f++)
                for (int x = 0; x < w - 2; x++)
                    out[f][y][x] = sum[f][x] > 0 ? sum[f][x] : 0;
        }
        free(col);
        free(sum);
    }
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
