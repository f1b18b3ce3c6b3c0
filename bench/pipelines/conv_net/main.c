/* A small network: convolution, rectifier, pooling, twice, then a dense layer. */
#include "stages.h"

static int classify(const struct tensor *in, const float *w1, const float *b1, const float *w2, const float *b2,
                    const float *w3, const float *b3, float *out)
{
    int status = -1;
    struct tensor *a = tensor_new(8, in->h - 2, in->w - 2);
    struct tensor *b = tensor_new(8, (in->h - 2) / 2, (in->w - 2) / 2);
    struct tensor *c = NULL, *d = NULL;
    if (!a || !b)
        goto fail;
    c = tensor_new(8, b->h - 2, b->w - 2);
    d = tensor_new(8, (b->h - 2) / 2, (b->w - 2) / 2);
    if (!c || !d)
        goto fail;
    conv3(in, w1, b1, a);
    relu(a);
    pool(a, b);
    conv3(b, w2, b2, c);
    relu(c);
    pool(c, d);
    dense(d, w3, b3, out, 10);
    softmax(out, 10);
    status = 0;
fail:
    tensor_free(a);
    tensor_free(b);
    tensor_free(c);
    tensor_free(d);
    return status;
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1) + 10, h = size(argc, argv, 2) + 10;
    int dw = ((w - 2) / 2 - 2) / 2, dh = ((h - 2) / 2 - 2) / 2;
    struct tensor in = {3, h, w, floats((size_t)3 * w * h, 1)};
    float *w1 = floats(8 * 3 * 9, 2), *b1 = floats(8, 3), *w2 = floats(8 * 8 * 9, 4), *b2 = floats(8, 5);
    float *w3 = floats((size_t)80 * dw * dh, 6), *b3 = floats(10, 7), out[10];
    for (int i = 0; i < 8 * 3 * 9; i++)
        w1[i] -= 0.5f;
    for (int i = 0; i < 8 * 8 * 9; i++)
        w2[i] -= 0.5f;
    for (size_t i = 0; i < (size_t)80 * dw * dh; i++)
        w3[i] = (w3[i] - 0.5f) / (dw * dh);
    if (classify(&in, w1, b1, w2, b2, w3, b3, out))
        return 1;
    show("out", out, sizeof out);
    free(in.data);
    free(w1);
    free(b1);
    free(w2);
    free(b2);
    free(w3);
    free(b3);
    return 0;
}
