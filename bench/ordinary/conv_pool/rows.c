/* A layer of a convolutional network: eight filters of 3 x 3 on three channels, a rectifier, the largest of 2 x 2. */
#include "program.h"

enum { IN = 3, OUT = 8 };

static void layer(int h, int w, const float x[restrict IN][2 * h + 2][2 * w + 2], const float weight[restrict OUT][IN][3][3],
                  const float bias[restrict OUT], float y[restrict OUT][h][w])
{
    float (*a)[2 * h][2 * w] = malloc(sizeof(float[OUT][2 * h][2 * w]));
    for (int o = 0; o < OUT; o++)
        for (int i = 0; i < 2 * h; i++)
            for (int j = 0; j < 2 * w; j++) {
                float sum = bias[o];
                for (int c = 0; c < IN; c++)
                    for (int p = 0; p < 3; p++)
                        for (int q = 0; q < 3; q++)
                            sum += weight[o][c][p][q] * x[c][i + p][j + q];
                a[o][i][j] = sum;
            }
    for (int o = 0; o < OUT; o++)
        for (int i = 0; i < 2 * h; i++)
            for (int j = 0; j < 2 * w; j++)
                a[o][i][j] = a[o][i][j] > 0 ? a[o][i][j] : 0;
    for (int o = 0; o < OUT; o++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                float top = a[o][2 * i][2 * j] > a[o][2 * i][2 * j + 1] ? a[o][2 * i][2 * j] : a[o][2 * i][2 * j + 1];
                float low = a[o][2 * i + 1][2 * j] > a[o][2 * i + 1][2 * j + 1] ? a[o][2 * i + 1][2 * j] : a[o][2 * i + 1][2 * j + 1];
                y[o][i][j] = top > low ? top : low;
            }
    free(a);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *x = floats((size_t)IN * (2 * h + 2) * (2 * w + 2), 1), *y = floats((size_t)OUT * h * w, 2);
    float *weight = floats(OUT * IN * 9, 3), *bias = floats(OUT, 4);
    layer(h, w, (void *)x, (void *)weight, bias, (void *)y);
    show("y", y, sizeof(float) * OUT * h * w);
    free(x);
    free(y);
    free(weight);
    free(bias);
    return 0;
}
