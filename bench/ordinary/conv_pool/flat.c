/* A layer of a convolutional network: eight filters of 3 x 3 on three channels, a rectifier, the largest of 2 x 2. */
#include "program.h"

enum { IN = 3, OUT = 8 };

static void layer(const float *x, int xh, int xw, const float *weight, const float *bias, float *y)
{
    int ah = xh - 2, aw = xw - 2, yh = ah / 2, yw = aw / 2;
    float *a = malloc(OUT * ah * aw * sizeof(float));
    for (int o = 0; o < OUT; o++)
        for (int i = 0; i < ah; i++)
            for (int j = 0; j < aw; j++) {
                float sum = bias[o];
                for (int c = 0; c < IN; c++)
                    for (int p = 0; p < 3; p++)
                        for (int q = 0; q < 3; q++)
                            sum += weight[((o * IN + c) * 3 + p) * 3 + q] * x[(c * xh + i + p) * xw + j + q];
                a[(o * ah + i) * aw + j] = sum;
            }
    for (int i = 0; i < OUT * ah * aw; i++)
        if (a[i] < 0)
            a[i] = 0;
    for (int o = 0; o < OUT; o++)
        for (int i = 0; i < yh; i++)
            for (int j = 0; j < yw; j++) {
                float most = a[(o * ah + 2 * i) * aw + 2 * j];
                for (int p = 0; p < 2; p++)
                    for (int q = 0; q < 2; q++)
                        if (a[(o * ah + 2 * i + p) * aw + 2 * j + q] > most)
                            most = a[(o * ah + 2 * i + p) * aw + 2 * j + q];
                y[(o * yh + i) * yw + j] = most;
            }
    free(a);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    float *x = floats((size_t)IN * (2 * h + 2) * (2 * w + 2), 1), *y = floats((size_t)OUT * h * w, 2);
    float *weight = floats(OUT * IN * 9, 3), *bias = floats(OUT, 4);
    layer(x, 2 * h + 2, 2 * w + 2, weight, bias, y);
    show("y", y, sizeof(float) * OUT * h * w);
    free(x);
    free(y);
    free(weight);
    free(bias);
    return 0;
}
