/* A layer of a convolutional network: eight filters of 3 x 3 on three channels, a rectifier, the largest of 2 x 2. */
#include "program.h"

typedef struct {
    int channels, height, width;
    float *data;
} tensor;

typedef struct {
    int in, out;
    float *weight, *bias;
} convolution;

static float at(const tensor *t, int c, int i, int j)
{
    return t->data[(c * t->height + i) * t->width + j];
}

static void layer(const convolution *conv, const tensor *x, tensor *y)
{
    int h = x->height - 2, w = x->width - 2;
    float *a = malloc(conv->out * h * w * sizeof(float));
    for (int o = 0; o < conv->out; o++)
        for (int i = 0; i < h; i++)
            for (int j = 0; j < w; j++) {
                float sum = conv->bias[o];
                for (int c = 0; c < conv->in; c++)
                    for (int p = 0; p < 3; p++)
                        for (int q = 0; q < 3; q++)
                            sum += conv->weight[((o * conv->in + c) * 3 + p) * 3 + q] * at(x, c, i + p, j + q);
                a[(o * h + i) * w + j] = sum > 0 ? sum : 0;
            }
    for (int o = 0; o < y->channels; o++)
        for (int i = 0; i < y->height; i++)
            for (int j = 0; j < y->width; j++) {
                float most = a[(o * h + 2 * i) * w + 2 * j];
                for (int p = 0; p < 2; p++)
                    for (int q = 0; q < 2; q++)
                        if (a[(o * h + 2 * i + p) * w + 2 * j + q] > most)
                            most = a[(o * h + 2 * i + p) * w + 2 * j + q];
                y->data[(o * y->height + i) * y->width + j] = most;
            }
    free(a);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2);
    tensor x = {3, 2 * h + 2, 2 * w + 2, floats((size_t)3 * (2 * h + 2) * (2 * w + 2), 1)};
    tensor y = {8, h, w, floats((size_t)8 * h * w, 2)};
    convolution conv = {3, 8, floats(8 * 3 * 9, 3), floats(8, 4)};
    layer(&conv, &x, &y);
    show("y", y.data, sizeof(float) * 8 * h * w);
    free(x.data);
    free(y.data);
    free(conv.weight);
    free(conv.bias);
    return 0;
}
