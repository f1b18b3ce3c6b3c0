// polycc: --at images=2,h=8,w=9
// bytes: 6912 -> 8
// expect: scalarized linear
// expect: scalarized active
/* A 3x3 convolution over channels, then a rectifier, in four-dimensional arrays: both
   intermediate tensors are spent at the element that they belong to. */
#include <math.h>
#include "bits.h"

#define IN 3
#define OUT 6

static void layer(int images, int h, int w, const float weight[OUT][IN][3][3],
                  const float in[images][IN][h + 2][w + 2], float out[images][OUT][h][w])
{
    /* polycc: linear[i][j][k][l] -> linear; 1 cell instead of images * 6 * h * w */
    float linear = 0;
    /* polycc: active[i][j][k][l] -> active; 1 cell instead of images * 6 * h * w */
    float active = 0;
#pragma scop
    for (int b = 0; b < images; b++)
        for (int o = 0; o < OUT; o++)
            for (int y = 0; y < h; y++)
                for (int x = 0; x < w; x++) {
                    linear = 0.0f;
                    for (int c = 0; c < IN; c++)
                        for (int dy = 0; dy < 3; dy++)
                            for (int dx = 0; dx < 3; dx++)
                                linear += weight[o][c][dy][dx] * in[b][c][y + dy][x + dx];
                    active = fmaxf(0.0f, linear);
                    out[b][o][y][x] = active / (1.0f + active);
                }
#pragma endscop
}

int main(void)
{
    static const int sizes[][3] = {{1, 1, 1}, {2, 1, 3}, {1, 2, 2}, {2, 5, 4}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        int images = sizes[s][0], h = sizes[s][1], w = sizes[s][2];
        float *weight = data_f32(OUT * IN * 9, 84);
        float *in = data_f32(images * IN * (h + 2) * (w + 2), 85), *out = data_f32(images * OUT * h * w, 86);
        layer(images, h, w, (void *)weight, (void *)in, (void *)out);
        show("out", out, images * OUT * h * w, sizeof *out);
        free(weight);
        free(in);
        free(out);
    }
    return 0;
}
