/* A depthwise separable layer: 3 x 3 for each channel, then all channels mixed at each pixel. */
#include "program.h"

typedef struct {
    int h, w, c;
    float *v;
} volume;

static void layer(const volume *x, const float *depth, const float *point, volume *y)
{
    int h = y->h, w = y->w, n = x->c;
    volume t = {h, w, n, malloc(sizeof(float) * h * w * n)};
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            for (int c = 0; c < n; c++) {
                float sum = 0;
                for (int p = 0; p < 3; p++)
                    for (int q = 0; q < 3; q++)
                        sum += depth[(p * 3 + q) * n + c] * x->v[((i + p) * x->w + j + q) * n + c];
                t.v[(i * t.w + j) * t.c + c] = sum > 0 ? sum : 0;
            }
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            for (int o = 0; o < y->c; o++) {
                float sum = 0;
                for (int c = 0; c < n; c++)
                    sum += t.v[(i * t.w + j) * t.c + c] * point[o * n + c];
                y->v[(i * w + j) * y->c + o] = sum;
            }
    free(t.v);
}

int main(int argc, char **argv)
{
    int w = size(argc, argv, 1), h = size(argc, argv, 2), n = size(argc, argv, 3);
    volume x = {h + 2, w + 2, n, floats((size_t)(h + 2) * (w + 2) * n, 1)}, y = {h, w, n, floats((size_t)h * w * n, 2)};
    float *depth = floats(9 * n, 3), *point = floats((size_t)n * n, 4);
    layer(&x, depth, point, &y);
    show("y", y.v, sizeof(float) * h * w * n);
    free(x.v);
    free(y.v);
    free(depth);
    free(point);
    return 0;
}
