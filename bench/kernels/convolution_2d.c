/* An image under a square of weights, some times over. */
#include "kernel.h"

static void convolve(int w, int h, int side, float *restrict in, float *restrict weight, float *restrict out)
{
    for (int y = 0; y <= h - side; y++)
        for (int x = 0; x <= w - side; x++) {
            float sum = 0;
            for (int v = 0; v < side; v++)
                for (int u = 0; u < side; u++)
                    sum += weight[v * side + u] * in[(y + v) * w + x + u];
            out[y * w + x] = sum;
        }
}

int main(int argc, char **argv)
{
    int w = size_or(1600, argc, argv, 1), h = size_or(1200, argc, argv, 2), times = size_or(10, argc, argv, 3);
    int side = 7;
    size_t cells = (size_t)w * h;
    float *in = floats(cells, 1), *weight = floats(side * side, 2), *out = floats(cells, 3);
    double start = now();
    for (int t = 0; t < times; t++)
        convolve(w, h, side, in, weight, out);
    spent_since(start);
    show_floats("out", out, cells);
    free(in);
    free(weight);
    free(out);
    return 0;
}
