/* The sum of the neighbours that there are, each under a condition of its own. */
#include "kernel.h"

static void sums(int h, int w, const float *in, float *out)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            float sum = in[y * w + x];
            if (y > 0)
                sum += in[(y - 1) * w + x];
            if (y < h - 1)
                sum += in[(y + 1) * w + x];
            if (x > 0)
                sum += in[y * w + x - 1];
            if (x < w - 1)
                sum += in[y * w + x + 1];
            out[y * w + x] = 0.2f * sum;
        }
}

int main(int argc, char **argv)
{
    int side = size_or(1000, argc, argv, 1), steps = size_or(20, argc, argv, 2);
    size_t cells = (size_t)side * side;
    float *in = floats(cells, 1), *out = floats(cells, 2);
    double start = now();
    for (int t = 0; t < steps; t++)
        t % 2 ? sums(side, side, out, in) : sums(side, side, in, out);
    spent_since(start);
    show_floats("out", out, cells);
    free(in);
    free(out);
    return 0;
}
